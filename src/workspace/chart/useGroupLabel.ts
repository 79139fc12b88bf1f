import {
  choiceMessages,
  filterKind,
} from "../../../domain/listing/kinds/kinds";
import type { Field, Filter } from "../../../domain/resource";
import { useFieldText } from "../fieldText";

/** Returns the function that writes a value of a filter as a row does. */
export function useGroupLabel(
  filter: Filter | undefined,
  field: Field | undefined,
): (group: { value: string; label: string }) => string {
  const write = useFieldText();
  if (!filter || !field) return ({ label }) => label;
  const kind = filterKind(field, filter);
  return ({ value, label }) => {
    if (kind === "enum") return write(filter.field, value);
    if (kind === "flag") return write(filter.field, value === "1");
    if (kind in choiceMessages) return label;
    // A code without a label is written as in a row.
    return kind === "codes" && label !== value
      ? label
      : write(filter.field, label);
  };
}
