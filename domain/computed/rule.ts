import type { Field } from "../resource";

/** The rule of a computed field, as `x-computed` declares it. */
export type ComputedRule = NonNullable<Field["x-computed"]>;

/** Returns whether the program adds the field up, so that nothing stores it. */
export const isComputed = (field: Pick<Field, "x-computed">): boolean =>
  field["x-computed"] !== undefined;

/** Returns whether people fill the field in: the program neither keeps nor computes it. */
export const isFilledIn = (
  field: Pick<Field, "x-core" | "x-computed">,
): boolean => field["x-core"] !== true && !isComputed(field);

/** Returns whether the text of a match names a value of the reader, such as `@me`. */
export const isReaderValue = (source: string): boolean =>
  source.startsWith("@");

/** Returns the fields of the row from which a field is computed. */
export function inputsOf({
  "x-computed": rule,
}: Pick<Field, "x-computed">): string[] {
  if (!rule) return [];
  const matched = rule.steps.flatMap(({ match = [] }) =>
    match.flatMap(({ is }) =>
      isReaderValue(is) || is.includes(".") ? [] : [is],
    ),
  );
  return [...new Set([...rule.base, ...matched])];
}

/** Returns the row schemas of the tables that a rule reads. */
export const tablesOf = ({ steps }: ComputedRule): string[] => [
  ...new Set(steps.map(({ table }) => table)),
];
