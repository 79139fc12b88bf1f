import type { ListingState } from "../../domain/listing/state";
import { readStored, writeStored } from "../providers/storage";

/** A row of a list with the path of its page. */
type Place = { id: string; href: string };

/** A part of a list from which a row was opened. */
export type OpenedList = {
  resource: string;
  state: ListingState;
  /** How many rows of the list come before the first place. */
  before: number;
  /** -1 if the server does not know it. */
  total: number;
  places: readonly Place[];
};

const key = "openedFrom";
/** Rows that are kept on each side of the opened row. */
const mostOnSide = 100;

let shown: OpenedList | null = null;

/** Keeps the rows that a list shows, so that `rememberOpened` can store them. */
export function noteShown(list: OpenedList): void {
  shown = list;
}

/** Stores the list that shows a row which is being opened, also for a new tab. */
export function rememberOpened(id: string): void {
  if (shown) storeOpened(shown, id);
}

/** Stores a list with the rows around the row with this id. */
export function storeOpened(list: OpenedList, id: string): void {
  const index = list.places.findIndex((place) => place.id === id);
  if (index < 0) return;
  const first = Math.max(0, index - mostOnSide);
  const kept: OpenedList = {
    ...list,
    before: list.before + first,
    places: list.places.slice(first, index + mostOnSide + 1),
  };
  writeStored(key, JSON.stringify(kept));
}

/** Returns the list from which the page at a path was opened last; null if unknown. */
export function readOpened(path: string): OpenedList | null {
  try {
    const list = JSON.parse(readStored(key) ?? "null") as OpenedList | null;
    return list?.places.some(({ href }) => href === path) ? list : null;
  } catch {
    return null;
  }
}

/** Keeps the place of a row in its list when the page of the row gets another path. */
export function moveOpened(from: string, to: string): void {
  const list = readOpened(from);
  const places = list?.places.map((place) =>
    place.href === from ? { ...place, href: to } : place,
  );
  if (list && places) writeStored(key, JSON.stringify({ ...list, places }));
}
