import { useSyncExternalStore } from "react";
import { isReadOnly } from "./storage";
import { createEmitter } from "./store";

/** The values of `seriba.<key>` that the browser did not store, kept while the page is open. */
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
