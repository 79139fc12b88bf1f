import { useCallback } from "react";
import { filterKind } from "../../../domain/listing/filterKind";
import { filterId, type Filter } from "../../../domain/resource";
import { formatDay } from "../formatMoment";
import { useListFacets, useListing } from "./ListingContext";
import { useFieldText, useTextTools } from "../fieldText";

/** Shown for a value whose label is still loading. */
const loadingLabel = "…";

export type OptionLabel = (
  filter: Filter,
  value: string,
  /** The label that came with the value, if any. */
  givenLabel?: string,
) => string;

/** Returns a function that writes one value of a filter for the viewer. */
export function useOptionLabel(): OptionLabel {
  const { row } = useListing();
  const facets = useListFacets();
  const text = useFieldText();
  const { locale } = useTextTools();
  return useCallback(
    (filter, value, givenLabel) => {
      const field = row.properties[filter.field];
      const kind = field ? filterKind(field, filter) : undefined;
      if (kind?.kind !== "choices") return givenLabel ?? value;
      // Another server may use texts as dictionary ids; they have labels too.
      const isDictionary = field?.["x-dictionary"] !== undefined;
      if (kind.of === "enum" || (kind.of === "texts" && !isDictionary))
        return text(filter.field, value);
      if (kind.of === "days") return formatDay(value, locale);
      // A code without a label is written as in a row.
      const write = (label: string) =>
        kind.of === "codes" && label !== value
          ? label
          : text(filter.field, label);
      if (givenLabel !== undefined) return write(givenLabel);
      const label = facets.labelOf(filterId(filter), value);
      if (label !== undefined) return write(label);
      const isFirst = facets.isLoading && facets.total === undefined;
      return isFirst ? loadingLabel : value;
    },
    [row, text, locale, facets],
  );
}
