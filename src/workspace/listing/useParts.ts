import type { FilterValue } from "../../../domain/listing/state";
import { filterId, type Filter } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { useListing } from "./ListingContext";
import { ownChoiceText } from "../registry/choiceText";
import { fieldSubject } from "../registry/fields";
import { useFieldText, useTextTools } from "../useFieldText";
import { useOptionLabel } from "./useOptionLabel";

/** A filter's value in words, or one of its choices. */
export type Part = {
  key: string;
  text: string;
  /** The value without this part. */
  rest: FilterValue | undefined;
};

/** Names of choices that are known beforehand, by the choice. */
type Names = Readonly<Record<string, string>>;

/** Writes what a filter is set to: one part for each choice, else one. */
export function useParts(): (
  filter: Filter,
  value: FilterValue,
  names?: Names,
) => Part[] {
  const { labels, row } = useListing();
  const tools = useTextTools();
  const text = useFieldText();
  const labelOf = useOptionLabel();
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
    const subject = fieldSubject(row, filter.field);
    const own = ownChoiceText({ subject, value: flag, tools });
    if (own !== null) return own;
    const field = labels.filter(filter);
    return flag ? field : `${field}: ${t("list.no")}`;
  };
  /** A number alone does not say what it counts. */
  const named = (filter: Filter, words: string) => {
    const isTerm = row.properties[filter.field]?.["x-dictionary"] !== undefined;
    return isTerm || /\p{L}/u.test(words)
      ? words
      : `${labels.filter(filter)} ${words}`;
  };
  const wordsOf = (filter: Filter, value: FilterValue): string => {
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
  return (filter, value, names = {}) => {
    const id = filterId(filter);
    if (value.kind !== "choices")
      return [{ key: id, text: wordsOf(filter, value), rest: undefined }];
    return value.values.map((choice) => {
      const values = value.values.filter((other) => other !== choice);
      return {
        key: `${id} ${choice}`,
        text: named(filter, labelOf(filter, choice, names[choice])),
        rest: values.length > 0 ? { kind: "choices", values } : undefined,
      };
    });
  };
}
