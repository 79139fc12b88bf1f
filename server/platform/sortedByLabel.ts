import type { Language } from "../../domain/limits";

/** Returns options in the order of their labels, as a language sorts them. */
export function sortedByLabel<Option extends { label: string }>(
  options: readonly Option[],
  language: Language,
): Option[] {
  const { compare } = new Intl.Collator(language);
  return options.toSorted((a, b) => compare(a.label, b.label));
}
