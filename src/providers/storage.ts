/**
 * What this browser remembers, under `seriba.<key>`. A browser that refuses to
 * store anything remembers nothing, and nothing breaks.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`seriba.${key}`);
  } catch {
    return null;
  }
}

/** Remembers a value, or forgets it when it is null. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`seriba.${key}`);
    else localStorage.setItem(`seriba.${key}`, value);
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
