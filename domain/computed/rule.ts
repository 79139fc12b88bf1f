import type { Field, SumCase } from "../resource";

/** The rule of a computed field, as `x-computed` declares it. */
export type ComputedRule = NonNullable<Field["x-computed"]>;

export type Step = NonNullable<ComputedRule["steps"]>[number];

/** Returns whether the program adds the field up, so that nothing stores it. */
export const isComputed = (field: Pick<Field, "x-computed">): boolean =>
  field["x-computed"] !== undefined;

/** Returns whether the data of a record have the field: it is not kept elsewhere or computed. */
export const isInRecord = (
  field: Pick<Field, "x-core" | "x-computed" | "x-nameOf">,
): boolean =>
  field["x-core"] !== true &&
  !isComputed(field) &&
  field["x-nameOf"] === undefined;

/**
 * Returns whether people fill the field in: the program neither keeps nor computes it, and
 * does not give it for good when the row is added.
 */
export const isFilledIn = (
  field: Pick<Field, "x-core" | "x-computed" | "x-nameOf" | "readOnly">,
): boolean => isInRecord(field) && field.readOnly !== true;

/** Returns whether the text of a match names a value of the reader, such as `@me`. */
export const isReaderValue = (source: string): boolean =>
  source.startsWith("@");

/** Returns the sums of a field, of which a row has the first that fits; none if it is stored. */
export function casesOf({
  "x-computed": rule,
}: Pick<Field, "x-computed">): readonly SumCase[] {
  if (!rule) return [];
  if (rule.ofArea !== undefined) return rule.cases ?? [];
  const { base = [], steps = [], most } = rule;
  return [{ base, steps, most }];
}

/** Returns the fields of the row that steps match with their records. */
export const matchedFields = (steps: readonly Step[]): string[] => [
  ...new Set(
    steps.flatMap(({ match = [], age }) => [
      ...match.flatMap(({ is }) =>
        isReaderValue(is) || is.includes(".") ? [] : [is],
      ),
      ...(age ? [age.of] : []),
    ]),
  ),
];

/** Returns the fields of the row from which a field is computed. */
export const inputsOf = (field: Pick<Field, "x-computed">): string[] => [
  ...new Set(
    casesOf(field).flatMap(({ base, steps, only }) => [
      ...base,
      ...matchedFields(steps),
      ...(only ? [only.field] : []),
    ]),
  ),
];

/** Returns the row schemas of the tables from which a field is computed. */
export const tablesOf = (field: Pick<Field, "x-computed">): string[] => [
  ...new Set(
    casesOf(field).flatMap(({ steps }) => steps.map(({ table }) => table)),
  ),
];
