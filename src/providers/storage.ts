/**
 * Returns a value of the browser's storage, under `seriba.<key>`. Null if there
 * is no value or the browser blocks storage.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`seriba.${key}`);
  } catch {
    return null;
  }
}

/** Stores a value; null removes it. A read-only page stores nothing. */
export function writeStored(key: string, value: string | null): void {
  if (isReadOnly()) return;
  try {
    if (value === null) localStorage.removeItem(`seriba.${key}`);
    else localStorage.setItem(`seriba.${key}`, value);
  } catch {
    // Blocked storage: the choice is lost when the page is closed.
  }
}

let isOn = false;

/**
 * Makes this page refuse everything that changes data: calls, except those marked
 * `isRead`, and values in the browser's storage. Returns a function that ends this.
 */
export function refuseChanges(): () => void {
  isOn = true;
  return () => {
    isOn = false;
  };
}

/** Whether this page only shows data, as the preview of the workshop does. */
export const isReadOnly = (): boolean => isOn;

/**
 * The names of stored entries that stay at sign-out: entries of the browser, and entries
 * whose name contains the user, who finds them at the next sign-in.
 */
const kept =
  /^(RaStoreSeriba\/|seriba\.(workshop\.|(theme|language|sidebar|signedIn|refreshes|reloaded)$))/;

/** The entry with the user whose values this browser stores. */
const ownerKey = "owner";

/** Returns the user whose values this browser stores; null without one. */
export const readOwner = (): string | null => readStored(ownerKey);

/** The database of what the user has read, for a time without a connection. */
export const keptDatabase = "seriba";

/**
 * Removes what the browser stores of other users, and notes that it stores values of
 * this one from now on.
 */
export function ownStorage(userId: string): void {
  const owner = readOwner();
  if (owner === userId) return;
  if (owner !== null) forgetPersonal();
  writeStored(ownerKey, userId);
}

/**
 * Removes everything that a user has left in the storage of the browser and of this
 * tab, except the values that only the same user gets again.
 */
export function forgetPersonal(): void {
  (globalThis.indexedDB as IDBFactory | undefined)?.deleteDatabase(
    keptDatabase,
  );
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
