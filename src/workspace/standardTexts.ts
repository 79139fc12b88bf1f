import { formatYen } from "../../domain/money";
import { fieldType } from "../../domain/resource";
import { readableName } from "../ui/readableName";
import { formatMoment } from "./formatMoment";
import { choiceText, unitText } from "./registry/choiceText";
import {
  hasUnit,
  isAnything,
  isDateField,
  isEnum,
  isOfType,
  isShownAs,
} from "./registry/fields";
import { rank } from "./registry/rank";
import type { FieldSubject } from "./registry/fields";
import type { Entry } from "./registry/rank";
import type { FieldText } from "./registry/texts";

const plain: FieldText = ({ value }) => String(value);

/** Writes a single value; several of them one after the other. */
const oneOf =
  (write: (one: Parameters<typeof choiceText>[0]) => string): FieldText =>
  ({ subject, value, tools }) =>
    (isList(value) ? value : [value])
      .filter(isSingle)
      .map((single) => write({ subject, value: single, tools }))
      .join(", ");

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value);

const isSingle = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

const yenText: typeof unitText = ({ value }) =>
  Number.isSafeInteger(Number(value))
    ? formatYen(Number(value))
    : String(value);

/** The entries of a list as their own schema has them, or one entry of it. */
const entries: FieldText = ({ subject, value, tools }) => {
  const field = subject.field.items ?? {};
  const write =
    field.enum || fieldType(field) !== "string"
      ? choiceText
      : (one: { value: unknown }) => String(one.value);
  return oneOf(write)({ subject: { ...subject, field }, value, tools });
};

const readable: FieldText = ({ value }) => readableName(String(value));

/** How a value is written by the type, unit and hints of its field. */
export const standardTexts: readonly Entry<FieldSubject, FieldText>[] = [
  { tester: rank(1, isAnything), part: plain },
  { tester: rank(5, isOfType("boolean")), part: oneOf(choiceText) },
  { tester: rank(5, isOfType("integer", "number")), part: oneOf(unitText) },
  {
    tester: rank(10, isDateField),
    part: ({ value, tools }) => formatMoment(String(value), tools.locale),
  },
  { tester: rank(20, isShownAs("readable")), part: readable },
  { tester: rank(10, hasUnit()), part: oneOf(unitText) },
  { tester: rank(11, hasUnit("yen")), part: oneOf(yenText) },
  { tester: rank(10, isEnum), part: oneOf(choiceText) },
  { tester: rank(12, isOfType("array")), part: entries },
];
