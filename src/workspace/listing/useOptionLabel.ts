import { useCallback } from "react";
import { filterKind } from "../../../domain/listing/filterKind";
import { filterId, type Filter } from "../../../domain/resource";
import { formatDay } from "../formatMoment";
import { useListFacets, useListing } from "./ListingContext";
import { useFieldText, useTextTools } from "../useFieldText";

/** What stands for a value whose name is still on its way. */
const awaited = "…";

export type OptionLabel = (
  filter: Filter,
  value: string,
  given?: string,
) => string;

/** The name of a filter's value: schema's choices and days in words. */
export function useOptionLabel(): OptionLabel {
  const { row, resource } = useListing();
  const facets = useListFacets();
  const text = useFieldText();
  const { locale } = useTextTools();
  const isCounted = resource.calls.facets !== undefined;
  return useCallback(
    (filter, value, given) => {
      const field = row.properties[filter.field];
      const kind = field ? filterKind(field, filter) : undefined;
      if (kind?.kind !== "choices") return given ?? value;
      // Another server's words of a dictionary may be any text, with a name.
      const isWord = field?.["x-dictionary"] !== undefined;
      if (kind.of === "enum" || (kind.of === "texts" && !isWord))
        return text(filter.field, value);
      if (kind.of === "days") return formatDay(value, locale);
      if (given !== undefined) return text(filter.field, given);
      const facet = facets.of(filterId(filter));
      const option = Array.isArray(facet)
        ? facet.find((known) => known.value === value)
        : undefined;
      const isAwaited = isCounted && facets.total === undefined;
      if (!option) return isAwaited ? awaited : value;
      return text(filter.field, option.label);
    },
    [row, text, locale, facets, isCounted],
  );
}
