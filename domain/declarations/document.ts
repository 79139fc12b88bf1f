import type {
  WorkspacePartsChange,
  WorkspacePartsDocument,
} from "../../generated/schemas";
import type { JsonObject } from "./json";

/** The editable content of one resource: its declaration and its labels. */
export type Document = WorkspacePartsDocument;
/** One part that differs between two documents. */
export type Change = WorkspacePartsChange;

/** Returns the document as one object: the declaration with `labels` added. */
export const toTree = ({ declaration, labels }: Document): JsonObject => {
  const { labels: _ignored, ...parts } = declaration as JsonObject;
  return { ...parts, labels };
};

/** The inverse of `toTree`. */
export function fromTree(tree: JsonObject): Document {
  const { labels, ...declaration } = tree;
  return { declaration, labels: labels as Document["labels"] };
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
