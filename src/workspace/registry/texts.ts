import { formatNumber, formatYen } from "../../../domain/money";
import type { Role } from "../../../domain/access";
import { formatMoment } from "../formatMoment";
import {
  hasUnit,
  isAnything,
  isDateField,
  isEnum,
  isNamed,
  isOfType,
  type FieldSubject,
} from "./fields";
import { rank, register, type Entry, type Registry } from "./rank";

export type Translate = (
  key: string,
  options?: Record<string, unknown>,
) => string;

/** What turns a value into words: the viewer's language and role. */
export type TextTools = { translate: Translate; locale: string; role: Role };

export type FieldText = (subject: {
  subject: FieldSubject;
  value: string | number | boolean | readonly unknown[];
  tools: TextTools;
}) => string;

const plain: FieldText = ({ value }) => String(value);

const texts: Registry<FieldSubject, FieldText> = [
  { fit: rank(1, isAnything), part: plain },
  {
    fit: rank(5, isOfType("array")),
    part: ({ value }) => (Array.isArray(value) ? value.join(", ") : ""),
  },
  {
    fit: rank(5, isOfType("boolean")),
    part: ({ value, tools }) =>
      tools.translate(value === true ? "list.yes" : "list.no"),
  },
  {
    fit: rank(10, isDateField),
    part: ({ value, tools }) => formatMoment(String(value), tools.locale),
  },
  {
    fit: rank(10, hasUnit()),
    part: ({ subject, value, tools }) =>
      tools.translate(`list.units.${subject.field["x-unit"] ?? ""}`, {
        number: formatNumber(Number(value)),
        _: formatNumber(Number(value)),
      }),
  },
  {
    fit: rank(11, hasUnit("yen")),
    part: ({ value }) => formatYen(Number(value)),
  },
  {
    fit: rank(10, isEnum),
    part: ({ subject, value, tools }) =>
      tools.translate(
        `choices.${subject.row}.${subject.name}.${String(value)}`,
        {
          _: String(value),
        },
      ),
  },
  {
    fit: rank(20, isNamed("bidStatus")),
    part: ({ value, tools }) =>
      tools.translate(
        `choices.bid.${tools.role === "manager" || tools.role === "admin" ? "bidStatus" : "bidStatusClient"}.${String(value)}`,
        { _: String(value) },
      ),
  },
];

/** Adds ways to write a field's value, such as those of an area. */
export const registerTexts = (
  entries: readonly Entry<FieldSubject, FieldText>[],
): void => {
  register(texts, entries);
};

export { texts };
