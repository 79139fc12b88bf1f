/** The rows that were changed in this tab since their list was read, by list. */
const changedHere = new Map<string, Set<string>>();

/** Notes that rows may leave or change their places because of a change made here. */
export function noteOwnChanges(list: string, ids: readonly string[]): void {
  const known = changedHere.get(list) ?? new Set();
  for (const id of ids) known.add(id);
  changedHere.set(list, known);
}

/** Returns the rows of a list that were changed here since it was read. */
export const ownChanges = (list: string): ReadonlySet<string> =>
  changedHere.get(list) ?? new Set();

/** Forgets the changes of a list that has been read again. */
export const forgetOwnChanges = (list: string): void => {
  changedHere.delete(list);
};
