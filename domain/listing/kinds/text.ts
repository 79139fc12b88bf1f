import { testFor, type ParameterSchema, type ReadValue } from "./kind";

export const longestText = 100;

/**
 * Returns whether a search accepts the text: not blank, not too long, and
 * without control characters.
 */
export function isPlainText(text: string): boolean {
  const trimmed = text.trim();
  return (
    trimmed !== "" &&
    trimmed.length <= longestText &&
    !/[\p{Cc}\p{Cs}]/u.test(text)
  );
}

/** The beginning of a text. */
export const read: ReadValue = (text) =>
  isPlainText(text) ? { kind: "text", text: text.trim() } : null;

export const schema = (): ParameterSchema => ({ maxLength: longestText });

export const test = testFor("text", ({ text }) => ({ beginsWith: text }));
