import { countryName } from "../../domain/countryName";
import { formatYen } from "../../domain/money";
import { fieldType } from "../../domain/resource";
import { vocabularyKey } from "../../domain/vocabulary";
import { readableKey, readableName } from "../ui/readable";
import { formatMoment } from "./formatMoment";
import { numberText } from "./numberText";
import {
  hasUnit,
  hasVocabulary,
  isAnything,
  isDateField,
  isEnum,
  isOfType,
  isShownAs,
  type FieldSubject,
} from "./registry/fields";
import { entry, type Entry } from "./registry/rank";
import {
  eachOf,
  ownChoiceText,
  type FieldText,
  type SingleValue,
  type WriteSingle,
} from "./registry/texts";

/** Writes a number with its unit, by the locale's pattern if it has one. */
const unitText: WriteSingle = ({ subject, value, tools }) => {
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
};

const yenText: WriteSingle = ({ value }) =>
  Number.isSafeInteger(Number(value))
    ? formatYen(Number(value))
    : String(value);

/** Writes 1 as A, 2 as B and so on. */
const letterText: WriteSingle = ({ value }) => {
  const number = Number(value);
  const isLetter = Number.isInteger(number) && number >= 1 && number <= 26;
  return isLetter ? String.fromCharCode(64 + number) : String(value);
};

const isNumeric = (value: SingleValue) =>
  typeof value === "number" || /^-?\d+(\.\d+)?$/.test(String(value));

/** Writes a choice by the locale; else as a number or a readable name. */
const choiceText: WriteSingle = (written) => {
  const own = ownChoiceText(written);
  if (own !== null) return own;
  const { value, tools } = written;
  if (typeof value === "boolean")
    return tools.translate(value ? "list.yes" : "list.no");
  return isNumeric(value) ? unitText(written) : readableKey(String(value));
};

/** Writes a word by its vocabulary; an unknown word stays as it is or readable. */
const wordText: WriteSingle = ({ subject, value, tools }) => {
  const { "x-vocabulary": vocabulary = "", "x-shown": shown } = subject.field;
  const word = String(value);
  return tools.translate(vocabularyKey(vocabulary, word), {
    _: shown === "readable" ? readableName(word) : word,
  });
};

/** Writes a list, or one of its entries, by the schema of the entries. */
const entriesText: FieldText = ({ subject, value, tools }) => {
  const field = subject.field.items ?? {};
  const isPlainText = !field.enum && fieldType(field) === "string";
  const write: WriteSingle = isPlainText
    ? (written) => String(written.value)
    : choiceText;
  return eachOf(write)({ subject: { ...subject, field }, value, tools });
};

/** Texts of values by the type, unit and `x-shown` of their field. */
export const standardTexts: readonly Entry<FieldSubject, FieldText>[] = [
  entry(1, isAnything, ({ value }) => String(value)),
  entry(5, isOfType("boolean"), eachOf(choiceText)),
  entry(5, isOfType("integer", "number"), eachOf(unitText)),
  entry(10, isDateField, ({ value, tools }) =>
    formatMoment(String(value), tools.locale),
  ),
  entry(10, hasUnit(), eachOf(unitText)),
  entry(10, isEnum, eachOf(choiceText)),
  entry(11, hasUnit("yen"), eachOf(yenText)),
  entry(12, isOfType("array"), entriesText),
  entry(20, isShownAs("readable"), ({ value }) => readableName(String(value))),
  entry(
    20,
    isShownAs("choice"),
    eachOf((written) => ownChoiceText(written) ?? String(written.value)),
  ),
  entry(20, isShownAs("letter"), eachOf(letterText)),
  entry(20, isShownAs("country"), ({ value, tools }) =>
    countryName(String(value), tools.locale),
  ),
  entry(25, hasVocabulary, eachOf(wordText)),
];
