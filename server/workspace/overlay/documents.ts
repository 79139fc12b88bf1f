import { languageNames } from "../../../domain/limits";
import {
  isNoDocument,
  noDocument,
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
import {
  flatLabels,
  nestedLabels,
  type Labels,
} from "../../../domain/declarations/labels";
import { fault, type Message, type Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import type { Sources } from "../sources";

/** The folders of declarations that are edited in the workshop. */
export type DocumentFolder = "resources" | "dashboards" | "schemas";

/** Returns the name of the document of a row schema; no list has a slash in its name. */
export const rowDocument = (row: string): string => `schemas/${row}`;

/** Returns the folder of the document with this name; lists and dashboards share no name. */
export const documentFolder = (
  { dashboards }: Pick<Sources, "dashboards">,
  name: string,
): DocumentFolder => {
  if (name.startsWith(rowDocument(""))) return "schemas";
  return dashboards.some(({ file }) => file === `dashboards/${name}.json`)
    ? "dashboards"
    : "resources";
};

/** Returns the file of the document with this name. */
export const documentFile = (
  sources: Pick<Sources, "dashboards">,
  name: string,
): string => {
  const folder = documentFolder(sources, name);
  return folder === "schemas" ? `${name}.json` : `${folder}/${name}.json`;
};

export const localeFile = (language: string): string =>
  `locales/${language}.json`;

const contentOf = (files: readonly JsonFile[], file: string) =>
  files.find((candidate) => candidate.file === file)?.content as
    | Json
    | undefined;

/**
 * Returns where the locales have the labels of a document: a prefix of the labels, and the
 * path of the texts.
 */
function textPlaces(
  folder: DocumentFolder,
  name: string,
): { prefix?: string; path: readonly string[] }[] {
  if (folder !== "schemas") return [{ path: [folder, name] }];
  const row = name.slice(rowDocument("").length);
  return [
    { prefix: "fields", path: ["fields", row] },
    { prefix: "choices", path: ["choices", row] },
    { prefix: "found", path: ["list", "found", row] },
  ];
}

/** Returns the declaration and labels of a document; undefined if it is missing. */
export function documentIn(
  sources: Sources,
  name: string,
): Document | undefined {
  const folder = documentFolder(sources, name);
  const declaration = contentOf(sources[folder], documentFile(sources, name));
  if (!isObject(declaration)) return undefined;
  const labels = languageNames.map((language) => {
    const texts = contentOf(sources.locales, localeFile(language));
    return [language, labelsIn(texts, folder, name)] as const;
  });
  return {
    declaration,
    labels: Object.fromEntries(labels) as Document["labels"],
  };
}

function labelsIn(
  texts: Json | undefined,
  folder: DocumentFolder,
  name: string,
): Labels {
  const found = textPlaces(folder, name).map(({ prefix, path }) => {
    const part = path.reduce<Json | undefined>(
      (value, step) => (isObject(value) ? own(value, step) : undefined),
      texts,
    );
    return flatLabels(
      prefix === undefined || part === undefined ? part : { [prefix]: part },
    );
  });
  return Object.assign({}, ...found) as Labels;
}

/** Returns the sources with one document replaced, added or, if it has no keys, removed. */
export function withDocument(
  sources: Sources,
  name: string,
  document: Document,
): Sources {
  const present = documentIn(sources, name) ?? noDocument;
  const folder = documentFolder(sources, name);
  const written = documentFile(sources, name);
  const locales = sources.locales.map(({ file, content }): JsonFile => {
    const language = languageNames.find(
      (candidate) => localeFile(candidate) === file,
    );
    const labels = language && document.labels[language];
    const isKept = !language || isEqual(present.labels[language], labels);
    if (isKept || !labels || !isObject(content as Json))
      return { file, content };
    return {
      file,
      content: withTexts(content as JsonObject, { folder, name, labels }),
    };
  });
  const files = replacedFile(sources[folder], written, document);
  return { ...sources, [folder]: files, locales };
}

function replacedFile(
  files: readonly JsonFile[],
  written: string,
  document: Document,
): JsonFile[] {
  const content = document.declaration;
  if (isNoDocument(document))
    return files.filter(({ file }) => file !== written);
  if (files.some(({ file }) => file === written))
    return files.map((file) =>
      file.file === written ? { ...file, content } : file,
    );
  return [...files, { file: written, content, isCreated: true }];
}

function withTexts(
  texts: JsonObject,
  {
    folder,
    name,
    labels,
  }: { folder: DocumentFolder; name: string; labels: Labels },
): JsonObject {
  const nested = nestedLabels(labels);
  return textPlaces(folder, name).reduce<JsonObject>(
    (written, { prefix, path }) =>
      withPart(
        written,
        path,
        prefix === undefined ? nested : own(nested, prefix),
      ),
    texts,
  );
}

/** Returns the texts with the part at a path replaced, or removed if it is empty. */
function withPart(
  texts: JsonObject,
  [key = "", ...path]: readonly string[],
  part: Json | undefined,
): JsonObject {
  const { [key]: present, ...others } = texts;
  const inner = isObject(present) ? present : {};
  const next = path.length === 0 ? part : withPart(inner, path, part);
  return next === undefined || isEqual(next, {})
    ? others
    : { ...texts, [key]: next };
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
  const [first, second = "", key = "", ...rest] = stepsOf(change.pointer);
  if (first === "labels") {
    const [prefix = "", ...steps] = key.split(".");
    const [place] = textPlaces(folder, name).filter(
      (each) => each.prefix === undefined || each.prefix === prefix,
    );
    const inPlace = place?.prefix === undefined ? [prefix, ...steps] : steps;
    const pointer = pointerTo([...(place?.path ?? []), ...inPlace]);
    return { file: localeFile(second), ...faultOf(pointer, message) };
  }
  const { row } = document.declaration;
  if (first === "fields" && typeof row === "string") {
    const inField = key === "schema" ? rest : [];
    const pointer = pointerTo(["properties", second, ...inField]);
    const file = documentFile(sources, rowDocument(row));
    return { file, ...faultOf(pointer, message) };
  }
  if (first === "unique" && typeof row === "string")
    return {
      file: documentFile(sources, rowDocument(row)),
      ...faultOf("/x-unique", message),
    };
  const pointer = jsonPointer(document.declaration as Json, change.pointer);
  return { file: documentFile(sources, name), ...faultOf(pointer, message) };
}

const faultOf = (pointer: string, { id, values }: Message) =>
  fault(pointer, id, values);
