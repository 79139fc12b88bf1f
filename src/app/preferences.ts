/** Increment it when the format of stored preferences changes. */
export const preferencesVersion = "1";
const earlierKey = "RaStoreSeriba.";

/** Returns the name of a user's store, so that users of one browser share nothing. */
export const preferencesKey = (userId: string): string => `Seriba/${userId}/`;

/** Removes what earlier versions stored for all users together. */
export function removeSharedPreferences(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(earlierKey)) localStorage.removeItem(key);
  } catch {
    // Blocked storage has nothing to remove.
  }
}

/**
 * Returns a preference that react-admin's `useStore` has stored, for code that
 * runs before react-admin is loaded. Undefined if nothing is stored.
 */
export function readPreference(userId: string, key: string): unknown {
  try {
    const text = localStorage.getItem(
      `RaStore${preferencesKey(userId)}.${key}`,
    );
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
