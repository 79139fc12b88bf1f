/** Raised when remembered preferences can no longer be read. */
export const preferencesVersion = "1";
export const preferencesKey = "Seriba";

/**
 * A preference that `useStore` has remembered, for what runs before
 * react-admin is loaded; undefined when there is none.
 */
export function readPreference(key: string): unknown {
  try {
    const text = localStorage.getItem(`RaStore${preferencesKey}.${key}`);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
