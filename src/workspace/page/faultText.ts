import type { RowFault } from "../../providers/rowValidation/checkRows";
import type { Translate } from "../registry/texts";

const longestValue = 60;

/** The value as it came, cut to what one takes in; null for none. */
export function valueText({ value }: RowFault): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** The name of the field, and which entry of a list it is. */
export function placeText(
  { path }: RowFault,
  label: (field: string) => string,
  translate: Translate,
): string {
  const [name, ...within] = path;
  if (name === undefined) return translate("rowProblems.whole");
  return within.reduce(
    (field, step) =>
      /^\d+$/.test(step)
        ? translate("rowProblems.item", { field, number: Number(step) + 1 })
        : translate("rowProblems.part", { field, part: step }),
    label(name),
  );
}

/** Why the value cannot be shown, in words. */
export function reasonText(
  { keyword, params }: RowFault,
  translate: Translate,
): string {
  const other = translate("rowProblems.reasons.other");
  const { type, format, limit } = params;
  const say = (key: string, values: Record<string, unknown>) =>
    translate(`rowProblems.reasons.${key}`, { _: other, ...values });
  if (keyword === "type")
    return say("type", { types: typesIn(type, translate) });
  if (keyword === "format")
    return translate(`rowProblems.formats.${String(format)}`, {
      _: say("pattern", {}),
    });
  return say(keyword, { limit, smart_count: limit });
}

function typesIn(type: unknown, translate: Translate): string {
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  return types
    .map((one) => translate(`rowProblems.types.${String(one)}`))
    .join(translate("rowProblems.or"));
}
