import { languageNames, type Language } from "../../../domain/limits";
import {
  pointerTo,
  stepsOf,
  type Change,
  type Document,
} from "../../../domain/declarations/document";
import { jsonPointer } from "../../../domain/declarations/part";
import { isEqual } from "../../../domain/formats";
import {
  isObject,
  own,
  type Json,
  type JsonObject,
} from "../../../domain/declarations/json";
import { flatLabels, nestedLabels } from "../../../domain/declarations/labels";
import { fault, type Message, type Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import type { Sources } from "../sources";

export const resourceFile = (name: string): string => `resources/${name}.json`;
export const localeFile = (language: string): string =>
  `locales/${language}.json`;

const contentOf = (files: readonly JsonFile[], file: string) =>
  files.find((candidate) => candidate.file === file)?.content as
    | Json
    | undefined;

/**
 * Returns the declaration and labels of a resource; undefined if it is missing.
 */
export function documentIn(
  sources: Sources,
  name: string,
): Document | undefined {
  const declaration = contentOf(sources.resources, resourceFile(name));
  if (!isObject(declaration)) return undefined;
  const labels = languageNames.map((language) => {
    const texts = contentOf(sources.locales, localeFile(language));
    return [language, flatLabels(textsOf(texts, name))] as const;
  });
  return {
    declaration,
    labels: Object.fromEntries(labels) as Document["labels"],
  };
}

function textsOf(texts: Json | undefined, name: string): Json | undefined {
  const resources = isObject(texts) ? own(texts, "resources") : undefined;
  return isObject(resources) ? own(resources, name) : undefined;
}

/** Returns the sources with the document of one resource replaced. */
export function withDocument(
  sources: Sources,
  name: string,
  document: Document,
): Sources {
  const present = documentIn(sources, name);
  const locales = sources.locales.map(({ file, content }): JsonFile => {
    const language = languageNames.find(
      (candidate) => localeFile(candidate) === file,
    );
    const labels = language && document.labels[language];
    const isKept = !language || isEqual(present?.labels[language], labels);
    if (isKept || !labels || !isObject(content as Json))
      return { file, content };
    return { file, content: withTexts(content as JsonObject, name, labels) };
  });
  const resources = sources.resources.map((candidate): JsonFile =>
    candidate.file === resourceFile(name)
      ? { file: candidate.file, content: document.declaration }
      : candidate,
  );
  return { ...sources, resources, locales };
}

function withTexts(
  texts: JsonObject,
  name: string,
  labels: Document["labels"][Language],
): JsonObject {
  const resources = own(texts, "resources");
  const others = isObject(resources) ? resources : {};
  return {
    ...texts,
    resources: { ...others, [name]: nestedLabels(labels) },
  };
}

/** Returns a problem that points to the place of a change. */
export function problemAt(options: {
  name: string;
  document: Document;
  change: Pick<Change, "pointer">;
  message: Message;
}): Problem {
  const { name, document, change, message } = options;
  const [first, language = "", key = ""] = stepsOf(change.pointer);
  if (first === "labels") {
    const pointer = pointerTo(["resources", name, ...key.split(".")]);
    return { file: localeFile(language), ...faultOf(pointer, message) };
  }
  const pointer = jsonPointer(document.declaration as Json, change.pointer);
  return { file: resourceFile(name), ...faultOf(pointer, message) };
}

const faultOf = (pointer: string, { id, values }: Message) =>
  fault(pointer, id, values);
