/** A value for the subjects that it matches; the highest rank wins. */
export type Entry<Subject, Value> = {
  rank: number;
  matches: (subject: Subject) => boolean;
  value: Value;
};

/**
 * Returns an entry of a registry.
 *
 * @example
 * registerTexts([entry(10, isDateField, dateText)]);
 */
export const entry = <Subject, Value>(
  rank: number,
  matches: (subject: Subject) => boolean,
  value: Value,
): Entry<Subject, Value> => ({ rank, matches, value });

/** Values that are looked up by a subject, as in JSON Forms, not by a name. */
export type Registry<Subject, Value> = {
  /** Adds entries. Of two entries with equal ranks, the later one wins. */
  register: (entries: readonly Entry<Subject, Value>[]) => void;
  /** Returns the matching value of the highest rank; throws if none matches. */
  bestMatch: (subject: Subject) => Value;
};

/** Creates an empty registry. */
export function createRegistry<Subject, Value>(): Registry<Subject, Value> {
  const entries: Entry<Subject, Value>[] = [];
  return {
    register: (added) => {
      entries.push(...added);
      entries.sort((a, b) => a.rank - b.rank);
    },
    bestMatch: (subject) => {
      const found = entries.findLast(({ matches }) => matches(subject));
      if (!found) throw new Error("Nothing registered matches this subject.");
      return found.value;
    },
  };
}
