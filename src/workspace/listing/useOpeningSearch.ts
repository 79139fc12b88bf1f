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
import { serverNow } from "../../providers/serverClock";
import { useUserId } from "../../providers/session";
import { readTab, writeTab } from "../../providers/storage";

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
  const userId = useUserId();
  const key = `opened.${userId}.${resource.name}`;
  const hasDefaults = resource.filters.some(
    (filter) => filter.default !== undefined,
  );
  const isFirst = hasDefaults && readTab(key) === undefined;
  useEffect(() => {
    if (isFirst) writeTab(key, "1");
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
