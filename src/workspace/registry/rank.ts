/** How well a part fits a subject: 0 is not at all, the highest wins. */
export type Tester<Subject> = (subject: Subject) => number;

export type Entry<Subject, Part> = { tester: Tester<Subject>; part: Part };

/** Parts that are found by what they fit, never by a list of names. */
export type Registry<Subject, Part> = Entry<Subject, Part>[];

/**
 * Fits with that score where the predicate holds.
 *
 * @example
 * register(texts, [{ tester: rank(10, isDateField), part: dateText }]);
 */
export const rank =
  <Subject>(
    score: number,
    matches: (subject: Subject) => boolean,
  ): Tester<Subject> =>
  (subject) =>
    matches(subject) ? score : 0;

/** Adds parts; of two that fit alike, the one added later wins. */
export function register<Subject, Part>(
  registry: Registry<Subject, Part>,
  entries: readonly Entry<Subject, Part>[],
): void {
  registry.push(...entries);
}

/** The part that fits best; throws when none does, so end with a catch-all. */
export function best<Subject, Part>(
  registry: Registry<Subject, Part>,
  subject: Subject,
): Part {
  let found: { score: number; part: Part } | undefined;
  for (const { tester, part } of registry) {
    const score = tester(subject);
    if (score > 0 && score >= (found?.score ?? 0)) found = { score, part };
  }
  if (!found) throw new Error("Nothing registered fits this subject.");
  return found.part;
}
