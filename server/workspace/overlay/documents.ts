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

/** The folders of declarations that are edited in the workshop. */
export type DocumentFolder = "resources" | "dashboards";

/** Returns the folder of the document with this name; lists and dashboards share no name. */
export const documentFolder = (
  { dashboards }: Pick<Sources, "dashboards">,
  name: string,
): DocumentFolder =>
  dashboards.some(({ file }) => file === fileIn("dashboards", name))
    ? "dashboards"
    : "resources";

const fileIn = (folder: DocumentFolder, name: string) =>
  `${folder}/${name}.json`;

/** Returns the file of the document with this name. */
export const documentFile = (sources: Sources, name: string): string =>
  fileIn(documentFolder(sources, name), name);

export const localeFile = (language: string): string =>
  `locales/${language}.json`;

const contentOf = (files: readonly JsonFile[], file: string) =>
  files.find((candidate) => candidate.file === file)?.content as
    | Json
    | undefined;

/** Returns the declaration and labels of a document; undefined if it is missing. */
export function documentIn(
  sources: Sources,
  name: string,
): Document | undefined {
  const folder = documentFolder(sources, name);
  const declaration = contentOf(sources[folder], fileIn(folder, name));
  if (!isObject(declaration)) return undefined;
  const labels = languageNames.map((language) => {
    const texts = contentOf(sources.locales, localeFile(language));
    return [language, flatLabels(textsOf(texts, folder, name))] as const;
  });
  return {
    declaration,
    labels: Object.fromEntries(labels) as Document["labels"],
  };
}

function textsOf(
  texts: Json | undefined,
  folder: DocumentFolder,
  name: string,
): Json | undefined {
  const section = isObject(texts) ? own(texts, folder) : undefined;
  return isObject(section) ? own(section, name) : undefined;
}

/** Returns the sources with one document replaced. */
export function withDocument(
  sources: Sources,
  name: string,
  document: Document,
): Sources {
  const present = documentIn(sources, name);
  const folder = documentFolder(sources, name);
  const written = fileIn(folder, name);
  const locales = sources.locales.map(({ file, content }): JsonFile => {
    const language = languageNames.find(
      (candidate) => localeFile(candidate) === file,
    );
    const labels = language && document.labels[language];
    const isKept = !language || isEqual(present?.labels[language], labels);
    if (isKept || !labels || !isObject(content as Json))
      return { file, content };
    return {
      file,
      content: withTexts(content as JsonObject, { folder, name, labels }),
    };
  });
  const files = sources[folder].map(({ file, content }): JsonFile =>
    file === written
      ? { file, content: document.declaration }
      : { file, content },
  );
  return { ...sources, [folder]: files, locales };
}

function withTexts(
  texts: JsonObject,
  {
    folder,
    name,
    labels,
  }: {
    folder: DocumentFolder;
    name: string;
    labels: Document["labels"][Language];
  },
): JsonObject {
  const section = own(texts, folder);
  const others = isObject(section) ? section : {};
  return {
    ...texts,
    [folder]: { ...others, [name]: nestedLabels(labels) },
  };
}

/** Returns a problem that points to the place of a change. */
export function problemAt(options: {
  sources: Pick<Sources, "dashboards">;
  name: string;
  document: Document;
  change: Pick<Change, "pointer">;
  message: Message;
}): Problem {
  const { sources, name, document, change, message } = options;
  const folder = documentFolder(sources, name);
  const [first, language = "", key = ""] = stepsOf(change.pointer);
  if (first === "labels") {
    const pointer = pointerTo([folder, name, ...key.split(".")]);
    return { file: localeFile(language), ...faultOf(pointer, message) };
  }
  const pointer = jsonPointer(document.declaration as Json, change.pointer);
  return { file: fileIn(folder, name), ...faultOf(pointer, message) };
}

const faultOf = (pointer: string, { id, values }: Message) =>
  fault(pointer, id, values);
