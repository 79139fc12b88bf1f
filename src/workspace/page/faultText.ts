import type { RowFault } from "../../providers/rowValidation/checkRows";
import type { Translate } from "../fieldText";

const longestValue = 60;

/** Returns the invalid value as short text; null if it is missing. */
export function valueText({ value }: RowFault): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** Returns the label of the invalid field, with the entry or property. */
export function placeText(
  { path }: RowFault,
  label: (field: string) => string,
  translate: Translate,
): string {
  const [name, ...steps] = path;
  if (name === undefined) return translate("rowProblems.whole");
  return steps.reduce(
    (field, step) =>
      /^\d+$/.test(step)
        ? translate("rowProblems.item", { field, number: Number(step) + 1 })
        : translate("rowProblems.part", { field, part: step }),
    label(name),
  );
}

/** Returns why the value is invalid. */
export function reasonText(
  { keyword, params }: RowFault,
  translate: Translate,
): string {
  const other = translate("rowProblems.reasons.other");
  const { type, format, limit } = params;
  const reason = (key: string, values: Record<string, unknown>) =>
    translate(`rowProblems.reasons.${key}`, { _: other, ...values });
  if (keyword === "type")
    return reason("type", { types: typesIn(type, translate) });
  if (keyword === "format")
    return translate(`rowProblems.formats.${String(format)}`, {
      _: reason("pattern", {}),
    });
  return reason(keyword, { limit, smart_count: limit });
}

function typesIn(type: unknown, translate: Translate): string {
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  return types
    .map((name) => translate(`rowProblems.types.${String(name)}`))
    .join(translate("rowProblems.or"));
}
