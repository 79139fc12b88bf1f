import { useSyncExternalStore } from "react";
import { createEmitter } from "./store";

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

/**
 * Calls `onChange` when another tab of this browser changes a stored value. Returns a
 * function that stops this.
 */
export function followStored(key: string, onChange: () => void): () => void {
  const receive = (event: StorageEvent) => {
    if (event.key === `seriba.${key}`) onChange();
  };
  addEventListener("storage", receive);
  return () => removeEventListener("storage", receive);
}

/** What this page remembers of `seriba.<key>` because the browser did not store it. */
const inPage = new Map<string, string>();

const changedInTab = createEmitter();

/**
 * Returns a value that this tab keeps, undefined for none. It outlives a reload, unless
 * the browser's storage is blocked or full, or the page is read-only.
 */
export function readTab(key: string): string | undefined {
  const kept = inPage.get(key);
  if (kept !== undefined || isReadOnly()) return kept;
  try {
    return sessionStorage.getItem(`seriba.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value in this tab. */
export function writeTab(key: string, value: string): void {
  inPage.set(key, value);
  try {
    if (!isReadOnly()) {
      sessionStorage.setItem(`seriba.${key}`, value);
      inPage.delete(key);
    }
  } catch {
    // The page remembers.
  }
  changedInTab.emit();
}

/** Returns `readTab(key)` and re-renders when `writeTab` changes it. */
export const useTabValue = (key: string): string | undefined =>
  useSyncExternalStore(changedInTab.subscribe, () => readTab(key));

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
