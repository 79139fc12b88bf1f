import { fieldType, type Field } from "../../../domain/resource";
import type { NumberRange } from "../../../generated/schemas";
import type { FilterOption } from "../../providers/dataProvider";

/** An example of a date and time. */
const moment = "2026-11-20T10:30:00+09:00";

/** Returns an example of a field's value. */
export function sampleOf(field: Field): unknown {
  const [first] = (field.enum ?? []).filter((value) => value !== null);
  if (first !== undefined) return first;
  switch (fieldType(field)) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return middleOf(field);
    case "array":
      return field.items && field.maxLength === undefined
        ? [sampleOf(field.items)]
        : [];
    default:
      return textOf(field);
  }
}

const textOf = ({ format, title }: Field): string => {
  if (format === "date") return moment.slice(0, 10);
  return format === "date-time" ? moment : (title ?? "—");
};

function middleOf({ minimum = 0, maximum = 2 * minimum + 1000 }: Field) {
  return Math.round((minimum + Math.min(maximum, 2_000_000)) / 2);
}

/** Returns an example of the choices of a filter by the field. */
export function sampleFacet(field: Field): FilterOption[] | NumberRange {
  const type = fieldType(field);
  if (type === "integer" || type === "number")
    return { min: field.minimum ?? 0, max: field.maximum ?? 1000, step: 1 };
  const sample = sampleOf(field);
  const values = field.enum ?? (typeof sample === "string" ? [sample] : []);
  return values
    .filter((value) => value !== null)
    .map((value) => ({ value: String(value), label: String(value) }));
}
