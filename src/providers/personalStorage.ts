import { readStored, writeStored } from "./storage";

/**
 * The names of stored entries that stay at sign-out: entries of the browser, and entries
 * whose name contains the user, who finds them at the next sign-in.
 */
const kept =
  /^(RaStoreSeriba\/|seriba\.(workshop\.|(theme|language|sidebar|signedIn|refreshes|reloaded)$))/;

/** The entry with the user whose values this browser stores. */
const ownerKey = "owner";

/**
 * Removes what the browser stores of other users, and notes that it stores values of
 * this one from now on.
 */
export function ownStorage(userId: string): void {
  const owner = readStored(ownerKey);
  if (owner === userId) return;
  if (owner !== null) forgetPersonal();
  writeStored(ownerKey, userId);
}

/**
 * Removes everything that a user has left in the storage of the browser and of this
 * tab, except the values that only the same user gets again.
 */
export function forgetPersonal(): void {
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = open();
      for (const key of Object.keys(storage))
        if (!kept.test(key)) storage.removeItem(key);
    } catch {
      // Blocked storage has nothing to remove.
    }
  }
}
