import type { Store } from "ra-core";

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

/** The preferences that say how the rows of a list are shown. */
const ofRows = /\.(view|pageSize|grid)$/;

/**
 * Returns the store without the changes that other tabs make to page size, view and grid
 * of a list: they would replace rows that somebody edits here. A list that is opened
 * later reads the last stored values.
 */
export function followOwnTab(store: Store): Store {
  let isOwn = false;
  return {
    ...store,
    setItem: (key, value) => {
      isOwn = true;
      store.setItem(key, value);
      isOwn = false;
    },
    subscribe: (key, callback) =>
      store.subscribe(key, (value) => {
        if (isOwn || !ofRows.test(key)) callback(value);
      }),
  };
}
