import { choiceKey } from "../../../domain/resource";
import { readableKey } from "../../ui/readableKey";
import { numberText } from "../numberText";
import type { FieldSubject } from "./fields";
import type { TextTools } from "./texts";

type Value = string | number | boolean;
type Written = { subject: FieldSubject; value: Value; tools: TextTools };

const keyOf = (value: Value) =>
  typeof value === "boolean" ? String(Number(value)) : String(value);

/**
 * What the locale calls a field's value, by its choice's key with 1 and 0 for
 * yes and no; null where it has no word for it.
 */
export function ownChoiceText({
  subject,
  value,
  tools,
}: Written): string | null {
  const key = choiceKey(subject, tools.role, keyOf(value));
  const words = tools.translate(key, { _: "" });
  return words === "" || words === key ? null : words;
}

/** A number with its field's unit: in the locale's way, else behind it. */
export function unitText({ subject, value, tools }: Written): string {
  const unit = subject.field["x-unit"];
  const amount = typeof value === "boolean" ? NaN : Number(value);
  const number = Number.isFinite(amount)
    ? numberText(amount, { locale: tools.locale, hasUnit: unit !== undefined })
    : String(value);
  return unit === undefined
    ? number
    : tools.translate(`list.units.${unit}`, {
        number,
        _: `${number}\u00a0${unit}`,
      });
}

const isNumeric = (value: Value) =>
  typeof value === "number" || /^-?\d+(\.\d+)?$/.test(String(value));

/** One of a field's choices: by the locale, else its number or name readable. */
export function choiceText(written: Written): string {
  const own = ownChoiceText(written);
  if (own !== null) return own;
  const { value, tools } = written;
  if (typeof value === "boolean")
    return tools.translate(value ? "list.yes" : "list.no");
  return isNumeric(value) ? unitText(written) : readableKey(String(value));
}
