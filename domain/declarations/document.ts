import type {
  WorkspacePartsChange,
  WorkspacePartsDocument,
} from "../../generated/schemas";
import type { JsonObject } from "./json";

/** What of a resource is edited: its declaration and its labels. */
export type Document = WorkspacePartsDocument;
/** One part that differs between two documents. */
export type Change = WorkspacePartsChange;

/** The document as one object: the declaration, and the labels beside it. */
export const asOne = ({ declaration, labels }: Document): JsonObject => {
  const { labels: _none, ...parts } = declaration as JsonObject;
  return { ...parts, labels: labels };
};

export function fromOne(one: JsonObject): Document {
  const { labels, ...declaration } = one;
  return { declaration, labels: labels as Document["labels"] };
}

/** The steps of a pointer such as `/columns/price/width`. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

export const pointerTo = (steps: readonly string[]): string =>
  steps
    .map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
