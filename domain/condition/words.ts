import {
  conditionOf,
  type Conditions,
  type FieldTest,
  type RowCondition,
} from "./condition";
import { decide, type Occasion } from "./decide";
import { isMet } from "./predicate";
import { readCondition, type Reader } from "./reader";

/** The texts of one language. */
export type ConditionTexts = {
  translate: (
    key: `conditions.${string}`,
    values: Readonly<Record<string, string>>,
  ) => string;
  /** Returns the label of a field. */
  field: (name: string) => string;
  /** Returns the label of a value of a field. */
  value: (field: string, value: string | number | boolean) => string;
};

/** A condition in words, and its complement. */
type Phrase = { text: string; negated: string; isCompound: boolean };

/** Returns the reading of conditions as words. */
function wordsReader(texts: ConditionTexts): Reader<string, Phrase> {
  const { translate } = texts;
  const test = (operator: string, field: string, value: string): Phrase => {
    const values = { field: texts.field(field), value };
    return {
      text: translate(`conditions.${operator}`, values),
      negated: translate(`conditions.not.${operator}`, values),
      isCompound: false,
    };
  };
  const join = (by: "and" | "or", parts: readonly string[]): string =>
    parts.length === 0
      ? translate(`conditions.${by === "and" ? "always" : "never"}`, {})
      : parts.reduce((first, second) =>
          translate(`conditions.${by}`, { first, second }),
        );
  const grouped = (text: string, { isCompound }: Phrase): string =>
    isCompound ? translate("conditions.group", { text }) : text;
  const compound = (by: "and" | "or", parts: readonly Phrase[]): Phrase => {
    const [first, ...others] = parts;
    if (first && others.length === 0) return first;
    return {
      text: join(
        by,
        parts.map((part) => grouped(part.text, part)),
      ),
      negated: join(
        by === "and" ? "or" : "and",
        parts.map((part) => grouped(part.negated, part)),
      ),
      isCompound: parts.length > 0,
    };
  };
  return {
    tests: {
      is: (field, value) => test("is", field, texts.value(field, value)),
      in: (field, choices) =>
        test(
          "is",
          field,
          join(
            "or",
            choices.map((choice) => texts.value(field, choice)),
          ),
        ),
      atLeast: (field, end) => test("atLeast", field, texts.value(field, end)),
      atMost: (field, end) => test("atMost", field, texts.value(field, end)),
      contains: (field, text) => test("contains", field, text),
      filled: (field) => test("filled", field, ""),
    },
    all: (parts) => compound("and", parts),
    any: (parts) => compound("or", parts),
    not: ({ text, negated, isCompound }) => ({
      text: negated,
      negated: text,
      isCompound,
    }),
  };
}

/** Returns a condition in words, such as "Status is New or Bid". */
export const conditionWords = (
  condition: RowCondition,
  texts: ConditionTexts,
): string =>
  readCondition(wordsReader(texts), condition, ({ field }: FieldTest) => field)
    .text;

/**
 * Returns why a row does not meet declared conditions for a viewer at a time, as a sentence;
 * null if it does. The sentence names only fields that the viewer sees: without these it
 * says only that the row does not allow it.
 */
export function unmetReason(
  conditions: Conditions | undefined,
  row: Parameters<typeof isMet>[1],
  {
    occasion,
    texts,
    isVisible,
  }: {
    occasion: Occasion;
    texts: ConditionTexts;
    isVisible: (field: string) => boolean;
  },
): string | null {
  // Conditions of rows test only fields and the viewer, and the viewer is decided.
  const condition = decide(conditionOf(conditions), occasion) as RowCondition;
  const parts = partsOf(condition).filter((part) => !isMet(part, row));
  if (parts.length === 0) return null;
  const shown = parts.filter((part) => fieldsOf(part).every(isVisible));
  if (shown.length === 0) return texts.translate("conditions.hidden", {});
  const words = conditionWords({ all: shown }, texts);
  return texts.translate("conditions.needed", { condition: words });
}

/** Returns the conditions that must all be met. */
const partsOf = (condition: RowCondition): readonly RowCondition[] =>
  "all" in condition ? condition.all.flatMap(partsOf) : [condition];

/** Returns the fields that a condition tests. */
function fieldsOf(condition: RowCondition): string[] {
  if ("not" in condition) return fieldsOf(condition.not);
  if ("all" in condition) return condition.all.flatMap(fieldsOf);
  if ("any" in condition) return condition.any.flatMap(fieldsOf);
  return [condition.field];
}
