import type { Field, Filter } from "../resource";
import { writeChoices } from "./kinds/choices";
import { filterKind, readers } from "./kinds/kinds";
import type { FilterValue } from "./state";

/** Returns a filter's value as text, such as `3,7` or `2015,2020`. */
export function writeFilter(value: FilterValue): string {
  switch (value.kind) {
    case "choices":
      return writeChoices(value.values);
    case "range":
    case "dates":
      return `${value.from ?? ""},${value.to ?? ""}`;
    case "flag":
      return value.value ? "1" : "0";
    case "text":
      return value.text;
  }
}

/**
 * Returns the value in the text, or null if it is invalid: a malformed id, an
 * unknown choice, a range with its ends swapped, a day that does not exist, or
 * a value that the filter excludes.
 */
export function readFilter(
  field: Field,
  filter: Filter,
  text: string,
): FilterValue | null {
  const value = readers[filterKind(field, filter)](text, { filter, field });
  return value && !isExcepted(filter, value) ? value : null;
}

function isExcepted({ except }: Filter, value: FilterValue): boolean {
  if (!except?.length) return false;
  if (value.kind === "choices")
    return value.values.some((choice) => except.includes(choice));
  return except.includes(writeFilter(value));
}
