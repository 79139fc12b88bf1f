import { isReadOnly } from "./readOnly";

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
