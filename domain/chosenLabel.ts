import type { Field } from "./resource";
import { vocabularyKey } from "./vocabulary";

/**
 * Returns the keys of the label of a field that names a choice of the reader: the text with
 * %{choice}, and the word of the choice. Null for other labels, and without a choice.
 */
export function chosenLabel(
  { row, name, field }: { row: string; name: string; field: Field },
  choiceOf: (name: string) => string | null | undefined,
): { key: string; word: string; choice: string } | null {
  const { "x-labelChoice": named } = field;
  const choice = named && choiceOf(named.choice);
  if (!named || !choice) return null;
  return {
    key: chosenLabelKey(row, name),
    word: vocabularyKey(named.vocabulary, choice),
    choice,
  };
}

/** Returns the key of the label of a field for readers with a choice. */
export const chosenLabelKey = (row: string, name: string): string =>
  `chosenLabels.${row}.${name}`;
