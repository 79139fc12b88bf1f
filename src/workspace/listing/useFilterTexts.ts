import { useWorkspace } from "../../providers/workspace";
import { useCallback } from "react";
import {
  choiceMessages,
  filterKind,
  hasChoices,
} from "../../../domain/listing/kinds/kinds";
import type { FilterValue } from "../../../domain/listing/state";
import { filterId, type Filter } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useFixedValues } from "./fixedValues";
import { useFieldText, useFlagText, useTextTools } from "../fieldText";
import { formatDay } from "../formatMoment";
import { useListing, useListFacets } from "./ListingContext";

/** The text of a filter's value, or of one of its chosen options. */
export type FilterText = {
  key: string;
  text: string;
  /** The filter's value with this option removed. */
  valueWithout: FilterValue | undefined;
};

/** Labels of options that are already known, by value. */
type OptionLabels = Readonly<Record<string, string>>;

/**
 * Returns a function that describes the value of a filter: one text for each
 * chosen option, or one text for a range, a flag or a search text. `of` has the values of
 * other filters that decide about texts; without it, the filters of the list decide.
 */
export function useFilterTexts(
  of?: Row,
): (
  filter: Filter,
  value: FilterValue,
  optionLabels?: OptionLabels,
) => FilterText[] {
  const { labels, row } = useListing();
  const ownText = useFlagText();
  const text = useFieldText();
  const labelOf = useOptionLabel(of);
  const t = useT();
  const rangeText = (filter: Filter, from: unknown, to: unknown) => {
    const field = labels.filter(filter);
    const write = (end: unknown) => text(filter.field, end);
    if (to === null)
      return t("list.range.tagFrom", { field, from: write(from) });
    if (from === null) return t("list.range.tagTo", { field, to: write(to) });
    return `${field} ${write(from)} – ${write(to)}`;
  };
  const flagText = (filter: Filter, flag: boolean) => {
    const own = ownText(filter.field, flag);
    if (own !== null) return own;
    const field = labels.filter(filter);
    return flag ? field : `${field}: ${t("list.no")}`;
  };
  /** Adds the filter's label to a bare number. */
  const optionText = (filter: Filter, label: string) => {
    const field = row.properties[filter.field] ?? {};
    if (filterKind(field, filter) in choiceMessages)
      return `${labels.filter(filter)}: ${label}`;
    return field["x-dictionary"] !== undefined || /\p{L}/u.test(label)
      ? label
      : `${labels.filter(filter)} ${label}`;
  };
  const textOf = (filter: Filter, value: FilterValue): string => {
    switch (value.kind) {
      case "range":
      case "dates":
        return rangeText(filter, value.from, value.to);
      case "text":
        return `${labels.filter(filter)} ${value.text}`;
      case "flag":
        return flagText(filter, value.value);
      default:
        return labels.filter(filter);
    }
  };
  return (filter, value, optionLabels = {}) => {
    const id = filterId(filter);
    if (value.kind !== "choices")
      return [
        { key: id, text: textOf(filter, value), valueWithout: undefined },
      ];
    return value.values.map((option) => {
      const values = value.values.filter((other) => other !== option);
      return {
        key: `${id} ${option}`,
        text: optionText(filter, labelOf(filter, option, optionLabels[option])),
        valueWithout:
          values.length > 0 ? { kind: "choices", values } : undefined,
      };
    });
  };
}

/** Shown for a value whose label is still loading. */
const loadingLabel = "…";

export type OptionLabel = (
  filter: Filter,
  value: string,
  /** The label that came with the value, if any. */
  givenLabel?: string,
) => string;

/**
 * Returns a function that writes one value of a filter for the viewer. An id whose label
 * the page does not know, because the server had no time to count, has a neutral text.
 */
export function useOptionLabel(of?: Row): OptionLabel {
  const { row, labels } = useListing();
  const fixed = useFixedValues();
  const others = of ?? fixed;
  const facets = useListFacets();
  const { isOwnServer } = useWorkspace();
  const text = useFieldText();
  const { locale } = useTextTools();
  const t = useT();
  return useCallback(
    (filter, value, givenLabel) => {
      const field = row.properties[filter.field];
      if (!field || !hasChoices(field, filter)) return givenLabel ?? value;
      const kind = filterKind(field, filter);
      const message = choiceMessages[kind]?.(value, field);
      if (message) return t(message.key, message.values);
      // Another server may use texts as dictionary ids; they have labels too.
      const isDictionary = field["x-dictionary"] !== undefined;
      if (kind === "enum" || (kind === "texts" && !isDictionary))
        return text(filter.field, value, others);
      if (kind === "days") return formatDay(value, locale);
      // A code without a label is written as in a row.
      const write = (label: string) =>
        kind === "codes" && label !== value ? label : text(filter.field, label);
      const label = givenLabel ?? facets.labelOf(filterId(filter), value);
      if (label !== undefined) return write(label);
      if (facets.isLoading && facets.total === undefined) return loadingLabel;
      const own = text(filter.field, value);
      const isText = kind === "texts" && isOwnServer;
      return isText || (kind === "codes" && own !== value)
        ? own
        : t("list.select.unnamed", { field: labels.filter(filter) });
    },
    [row, labels, others, text, locale, facets, isOwnServer, t],
  );
}
