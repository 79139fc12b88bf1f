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

/** Stores a value; null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`seriba.${key}`);
    else localStorage.setItem(`seriba.${key}`, value);
  } catch {
    // Blocked storage: the choice is lost when the page is closed.
  }
}

/**
 * Calls `onChange` when another tab of this browser changes a stored value, for as long
 * as the page is open.
 */
export function followStored(key: string, onChange: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key === `seriba.${key}`) onChange();
  });
}
