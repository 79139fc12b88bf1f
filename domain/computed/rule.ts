import { bothAccess, type Access } from "../access";
import type { Field, RowSchema, SumCase } from "../resource";

/** The rule of a computed field, as `x-computed` declares it. */
export type ComputedRule = NonNullable<Field["x-computed"]>;

export type Step = NonNullable<ComputedRule["steps"]>[number];

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

/**
 * Returns the row with the sums of its fields that name an area with `ofArea`: they are those
 * of the field with the same name in the rows of the areas. Only readers who may see the field and
 * its inputs in all these rows see it.
 */
export function withAreaRules(
  row: RowSchema,
  rows: readonly RowSchema[],
): RowSchema {
  const all = Object.entries(row.properties);
  if (!all.some(([, field]) => field["x-computed"]?.ofArea)) return row;
  const properties = all.map(([name, field]): [string, Field] => {
    const rule = field["x-computed"];
    if (rule?.ofArea === undefined) return [name, field];
    const sources = rows.filter(
      ({ "x-areas": areas, properties: { [name]: of } }) =>
        areas !== undefined && of !== undefined && isComputed(of),
    );
    const access = sources
      .flatMap((source) => accessRules(source, name))
      .reduce<Access | undefined>(
        (both, next) => bothAccess(next, both),
        field["x-access"],
      );
    const cases = casesByArea(rule.ofArea, { name, sources });
    return [
      name,
      {
        ...field,
        ...(access ? { "x-access": access } : {}),
        "x-computed": { ...rule, cases },
      },
    ];
  });
  return { ...row, properties: Object.fromEntries(properties) };
}

/** Returns the sums of rows by their areas; equal sums are one case. */
function casesByArea(
  field: string,
  { name, sources }: { name: string; sources: readonly RowSchema[] },
): SumCase[] {
  const bySum = new Map<string, SumCase & { in: string[] }>();
  for (const { "x-areas": areas = [], properties } of sources)
    for (const sum of casesOf(properties[name] ?? {})) {
      const key = JSON.stringify(sum);
      const known = bySum.get(key) ?? { ...sum, in: [] };
      known.in.push(...areas);
      bySum.set(key, known);
    }
  return [...bySum.values()].map(({ in: values, ...sum }) => ({
    ...sum,
    only: { field, in: values },
  }));
}

/** Returns the access rules of a computed field and of its inputs. */
const accessRules = ({ properties }: RowSchema, name: string): Access[] =>
  [name, ...inputsOf(properties[name] ?? {})].flatMap(
    (input) => properties[input]?.["x-access"] ?? [],
  );
