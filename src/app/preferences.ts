/** Increment it when the format of stored preferences changes. */
export const preferencesVersion = "1";
export const preferencesKey = "Seriba";

/**
 * Returns a preference that react-admin's `useStore` has stored, for code that
 * runs before react-admin is loaded. Undefined if nothing is stored.
 */
export function readPreference(key: string): unknown {
  try {
    const text = localStorage.getItem(`RaStore${preferencesKey}.${key}`);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
