import type {
  WorkspacePartsChange,
  WorkspacePartsDocument,
  WorkspacePartsField,
} from "../../generated/schemas";
import { isList, isObject, type JsonObject } from "./json";

/**
 * The editable content of one resource: its declaration, its labels, and the fields of its
 * row that were created in the workshop. A list that was created there has all its fields
 * here, and the fields that make its rows `unique`.
 */
export type Document = WorkspacePartsDocument;
/** A field that the files do not have: its schema and its labels. */
export type CreatedField = WorkspacePartsField;
/** One part that differs between two documents. */
export type Change = WorkspacePartsChange;

/** The document of a resource that does not exist. */
export const noDocument: Document = {
  declaration: {},
  labels: { en: {}, ru: {} },
};

/** Returns whether a document is that of a resource that does not exist. */
export const isNoDocument = ({ declaration }: Document): boolean =>
  Object.keys(declaration).length === 0;

/** Returns the document as one object: the declaration with its other parts added. */
export const toTree = ({
  declaration,
  labels,
  fields = {},
  unique = [],
}: Document): JsonObject => {
  const {
    labels: _labels,
    fields: _fields,
    unique: _unique,
    ...parts
  } = declaration as JsonObject;
  return { ...parts, ...({ labels, fields, unique } as JsonObject) };
};

/** The inverse of `toTree`. */
export function fromTree(tree: JsonObject): Document {
  const { labels, fields, unique, ...declaration } = tree;
  return {
    declaration,
    labels: labels as Document["labels"],
    ...(isObject(fields) && Object.keys(fields).length > 0
      ? { fields: fields as NonNullable<Document["fields"]> }
      : {}),
    ...(isList(unique) && unique.length > 0
      ? { unique: unique as string[] }
      : {}),
  };
}

/** Splits a pointer such as `/columns/price/width` into its unescaped steps. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Joins steps into a pointer, escaped as in RFC 6901. */
export const pointerTo = (steps: readonly string[]): string =>
  steps
    .map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
