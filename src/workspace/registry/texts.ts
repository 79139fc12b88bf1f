import type { Role } from "../../../domain/access";
import { choiceKey } from "../../../domain/resource";
import type { FieldSubject } from "./fields";
import { createRegistry } from "./rank";

export type Translate = (
  key: string,
  options?: Record<string, unknown>,
) => string;

/** The viewer's translations, language and role. */
export type TextTools = { translate: Translate; locale: string; role: Role };

export type SingleValue = string | number | boolean;

export type ValueToWrite<Value> = {
  subject: FieldSubject;
  value: Value;
  tools: TextTools;
};

/** Writes a field's value for the viewer. */
export type FieldText = (
  written: ValueToWrite<SingleValue | readonly unknown[]>,
) => string;

/** Writes a single value, or an entry of a list. */
export type WriteSingle = (written: ValueToWrite<SingleValue>) => string;

/** Returns a text of a value, or of the entries of a list separated by commas. */
export const eachOf =
  (write: WriteSingle): FieldText =>
  ({ subject, value, tools }) =>
    (isList(value) ? value : [value])
      .filter(isSingle)
      .map((single) => write({ subject, value: single, tools }))
      .join(", ");

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value);

const isSingle = (value: unknown): value is SingleValue =>
  ["string", "number", "boolean"].includes(typeof value);

const texts = createRegistry<FieldSubject, FieldText>();

/** Registers texts of field values; an area calls it to add its own. */
export const registerTexts = texts.register;

/** Returns the function that writes the values of a field. */
export const textFor = texts.bestMatch;

/**
 * Returns the locale's text for a value (`choices.<row>.<field>.<value>`, with
 * 1 and 0 for true and false); null if it has no text.
 */
export function ownChoiceText({
  subject,
  value,
  tools,
}: ValueToWrite<SingleValue>): string | null {
  const choice =
    typeof value === "boolean" ? String(Number(value)) : String(value);
  const key = choiceKey(subject, tools.role, choice);
  const text = tools.translate(key, { _: "" });
  return text === "" || text === key ? null : text;
}
