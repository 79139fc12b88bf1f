import { _, type CodeKeywordDefinition } from "ajv";
import { isEqual } from "../../../domain/formats";
import { fieldType, type Field } from "../../../domain/resource";
import { hintFor } from "../nearest";
import { escapePointer, isObject } from "../pointer";
import { fault, type Fault } from "../problem";

/** The keyword of an object of which one of the named fields must be filled, the first if none is. */
const oneFilled = "x-oneFilled";

/** The same for a single field. Its problem is that of a required field. */
const filled = "x-filled";

/**
 * Keywords that compare fields, which draft-07 cannot. They compile to plain code, so that
 * the validators in browsers have them as well.
 */
export const fieldRules: readonly CodeKeywordDefinition[] = [
  {
    keyword: "x-notBefore",
    schemaType: "string",
    code(context) {
      const { data, it } = context;
      const start = _`${it.parentData}[${String(context.schema)}]`;
      context.fail(
        _`typeof ${data} == "string" && typeof ${start} == "string" && ${data} < ${start}`,
      );
    },
  },
  ...[oneFilled, filled].map((keyword): CodeKeywordDefinition => ({
    keyword,
    schemaType: "array",
    type: "object",
    error: {
      message: "must have a value",
      // The forms show an error with a missing property beside its field.
      params: ({ schema }) =>
        _`{missingProperty: ${(schema as readonly string[])[0] ?? ""}}`,
    },
    code(context) {
      const names = context.schema as readonly string[];
      context.fail(
        names
          .map((name) => _`${context.data}[${name}]`)
          .map((value) => _`(${value} ?? "") === "" || ${value}.length === 0`)
          .reduce((all, each) => _`${all} && (${each})`, _`true`),
      );
    },
  })),
];

type Fields = Readonly<Record<string, Field>>;

/** Returns the rules of an object whose fields may stand for each other. */
export const oneFilledRules = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, { "x-neededWithout": others }]) =>
    Array.isArray(others) ? [{ [oneFilled]: [name, ...others] }] : [],
  );

/** Returns the rule that a field has a value. */
export const filledRule = (name: string) => ({ [filled]: [name] });

/**
 * Yields the mistakes in rules that compare a field with others: unknown fields, fields that
 * the program fills in or that others may not see, and days that are compared with no day.
 */
export function* fieldRuleFaults(
  row: string,
  fields: Fields,
): Generator<Fault> {
  for (const [name, field] of Object.entries(fields)) {
    const { "x-notBefore": start, "x-neededWithout": others } = field;
    const at = `/properties/${escapePointer(name)}`;
    const compared = [
      ...(typeof start === "string" ? [["x-notBefore", start] as const] : []),
      ...(Array.isArray(others)
        ? others.map(
            (other, index) =>
              [`x-neededWithout/${String(index)}`, other] as const,
          )
        : []),
    ];
    for (const [keyword, other] of compared) {
      const pointer = `${at}/${keyword}`;
      const known = Object.hasOwn(fields, other) ? fields[other] : undefined;
      if (!isObject(known)) {
        const hint = hintFor(other, Object.keys(fields));
        yield fault(pointer, "unknownField", { name: other, row, hint });
      } else if (other === name || !isComparable(field, known))
        yield fault(pointer, "fieldsDiffer", { name: other });
      else if (keyword === "x-notBefore" && !(isDay(field) && isDay(known)))
        yield fault(pointer, "fieldsAreNoDays", { name: other });
    }
  }
}

const isDay = ({ format }: Field): boolean => format === "date";

const isPlain = (field: Field): boolean =>
  field["x-core"] !== true && !["array", "object"].includes(fieldType(field));

const isComparable = (field: Field, other: Field): boolean =>
  isPlain(field) &&
  isPlain(other) &&
  isEqual(field["x-access"], other["x-access"]);
