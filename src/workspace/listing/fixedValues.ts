import { useMemo } from "react";
import type { ListingState } from "../../../domain/listing/state";
import { filterId, type Resource } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useListing, useListQuery } from "./ListingContext";

/**
 * Returns the fields of which filters admit a single value, with that value: all rows of
 * the list have it.
 */
const fixedValues = (
  { filters }: Pick<Resource, "filters">,
  chosen: ListingState["filters"],
): Row =>
  Object.fromEntries(
    filters.flatMap((filter) => {
      const value = chosen[filterId(filter)];
      if (value?.kind !== "choices") return [];
      const [only, ...others] = value.values;
      return others.length === 0 ? [[filter.field, only]] : [];
    }),
  );

/** Returns the values that the rows of the surrounding list have by its filters. */
export function useFixedValues(): Row {
  const { resource } = useListing();
  const { filters } = useListQuery().state;
  return useMemo(() => fixedValues(resource, filters), [resource, filters]);
}
