import { useEffect } from "react";
import { japanDay } from "../../../domain/japanTime";
import type { FilterValue } from "../../../domain/listing/state";
import { defaultValue } from "../../../domain/listing/offeredFilters";
import { emptyState, writeUrl } from "../../../domain/listing/url";
import {
  filterId,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { isReadOnly } from "../../providers/readOnly";
import { serverNow } from "../../providers/serverClock";
import { useSession } from "../../providers/session";

/**
 * Returns the URL query with which a list opens for the first time in a session: the
 * default values of its filters. Null if the list has no defaults, has opened before,
 * or opens with a query of its own.
 */
export function useOpeningSearch(
  resource: Resource,
  row: RowSchema,
  search: string,
): string | null {
  const session = useSession();
  const userId =
    session.status === "authenticated" ? session.viewer.userId : "";
  const key = `seriba.opened.${userId}.${resource.name}`;
  const hasDefaults = resource.filters.some(
    (filter) => filter.default !== undefined,
  );
  const isFirst = hasDefaults && !hasOpened(key);
  useEffect(() => {
    if (isFirst) markOpened(key);
  }, [isFirst, key]);
  return isFirst && search === "" ? openingSearch(resource, row) : null;
}

function openingSearch(resource: Resource, row: RowSchema): string {
  const today = japanDay(serverNow());
  const filters = resource.filters.flatMap(
    (filter): [string, FilterValue][] => {
      const field = row.properties[filter.field];
      if (!filter.default || !field) return [];
      const value = defaultValue(field, filter, today);
      return value ? [[filterId(filter), value]] : [];
    },
  );
  return writeUrl(resource, {
    ...emptyState(resource),
    filters: Object.fromEntries(filters),
  });
}

/** Browsers may forbid storage, and read-only pages do not use it. */
const openedHere = new Set<string>();

function hasOpened(key: string): boolean {
  if (openedHere.has(key)) return true;
  if (isReadOnly()) return false;
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function markOpened(key: string): void {
  openedHere.add(key);
  if (isReadOnly()) return;
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // The page remembers.
  }
}
