import type { Store } from "ra-core";

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
