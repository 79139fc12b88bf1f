import { skipToken, useQuery } from "@tanstack/react-query";
import { useDataProvider } from "ra-core";
import { useMemo } from "react";
import { useLocation } from "react-router";
import { type RowRecord, listParams } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { detailPath } from "../../workspace/detailPath";
import {
  readOpened,
  storeOpened,
  type OpenedList,
} from "../../workspace/openedFrom";

type Neighbour = { href: string; visit: () => void };

export type Neighbours = {
  previous: Neighbour | null;
  next: Neighbour | null;
  /** The place in the list, from 1. */
  place: number;
  total: number;
};

/**
 * Returns the lots before and after this page in the list from which it was opened,
 * in the order of that list; null for a page that was not opened from a list. At the
 * end of the known rows it reads the next page of the list.
 */
export function useNeighbours(): Neighbours | null {
  const { pathname } = useLocation();
  const opened = useMemo(() => readOpened(pathname), [pathname]);
  const index = opened?.places.findIndex(({ href }) => href === pathname) ?? -1;
  const isFirst = opened !== null && index === 0 && opened.before > 0;
  const end = (opened?.before ?? 0) + (opened?.places.length ?? 0);
  const isLast =
    opened !== null &&
    index === opened.places.length - 1 &&
    (opened.total < 0 || end < opened.total);
  const earlier = usePlaces(isFirst ? opened : null, (opened?.before ?? 1) - 1);
  const later = usePlaces(isLast ? opened : null, end);
  if (!opened || index < 0) return null;
  const places = [
    ...(isFirst ? earlier.slice(-1) : []),
    ...opened.places,
    ...(isLast ? later.slice(0, 1) : []),
  ];
  const shift = isFirst ? Math.min(1, earlier.length) : 0;
  const known = { ...opened, before: opened.before - shift, places };
  const at = (place: number): Neighbour | null => {
    const found = places[place + shift];
    return found
      ? { href: found.href, visit: () => storeOpened(known, found.id) }
      : null;
  };
  return {
    previous: at(index - 1),
    next: at(index + 1),
    place: opened.before + index + 1,
    total: opened.total,
  };
}

const noPlaces: OpenedList["places"] = [];

/**
 * Returns the row at a position of a list, from 0, as an array of one place. Empty
 * without a list, while its page loads, and if the list has become shorter.
 */
function usePlaces(
  list: OpenedList | null,
  position: number,
): OpenedList["places"] {
  const dataProvider = useDataProvider();
  const { resources } = useWorkspace();
  const resource = resources.find(({ name }) => name === list?.resource);
  const pageSize = list?.state.pageSize ?? 1;
  const page = Math.floor(position / pageSize) + 1;
  const inPage = position % pageSize;
  const { data } = useQuery({
    queryKey: ["neighbours", list?.resource, list?.state, page],
    queryFn:
      list && resource
        ? async ({ signal }: { signal: AbortSignal }) => {
            const params = listParams({ ...list.state, page }, false);
            const { data: rows } = await dataProvider.getList<RowRecord>(
              list.resource,
              { ...params, signal },
            );
            return rows;
          }
        : skipToken,
  });
  const row = data?.[inPage];
  const href =
    row && resource ? detailPath({ resource, resources, row: row.row }) : null;
  return row && href !== null ? [{ id: row.id, href }] : noPlaces;
}
