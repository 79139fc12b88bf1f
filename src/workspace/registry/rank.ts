/** Returns how well a subject matches: 0 is no match, the highest score wins. */
export type Tester<Subject> = (subject: Subject) => number;

export type Entry<Subject, Value> = { tester: Tester<Subject>; value: Value };

/** Values looked up by testers, as in JSON Forms, instead of by name. */
export type Registry<Subject, Value> = Entry<Subject, Value>[];

/**
 * Returns a tester that gives `score` to subjects that satisfy the predicate.
 *
 * @example
 * register(texts, [{ tester: rank(10, isDateField), value: dateText }]);
 */
export const rank =
  <Subject>(
    score: number,
    matches: (subject: Subject) => boolean,
  ): Tester<Subject> =>
  (subject) =>
    matches(subject) ? score : 0;

/** Adds entries. Of two entries with equal scores, the later one wins. */
export function register<Subject, Value>(
  registry: Registry<Subject, Value>,
  entries: readonly Entry<Subject, Value>[],
): void {
  registry.push(...entries);
}

/** Returns the value with the highest score; throws if nothing matches. */
export function bestMatch<Subject, Value>(
  registry: Registry<Subject, Value>,
  subject: Subject,
): Value {
  let found: { score: number; value: Value } | undefined;
  for (const { tester, value } of registry) {
    const score = tester(subject);
    if (score > 0 && score >= (found?.score ?? 0)) found = { score, value };
  }
  if (!found) throw new Error("Nothing registered matches this subject.");
  return found.value;
}
