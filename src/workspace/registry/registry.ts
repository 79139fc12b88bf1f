/** A value for the subjects that it matches. */
export type Entry<Subject, Value> = readonly [
  matches: (subject: Subject) => boolean,
  value: Value,
];

/** Values that are looked up by a subject, as in JSON Forms, not by a name. */
export function createRegistry<Subject, Value>() {
  const entries: Entry<Subject, Value>[] = [];
  return {
    register: (added: readonly Entry<Subject, Value>[]): void => {
      entries.push(...added);
    },
    /** Returns the value of the last entry that matches; throws if none matches. */
    lastMatch: (subject: Subject): Value => {
      const found = entries.findLast(([matches]) => matches(subject));
      if (!found) throw new Error("Nothing registered matches this subject.");
      return found[1];
    },
  };
}
