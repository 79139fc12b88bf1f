import type { Access } from "../access";
import { bothAccess } from "../bothAccess";
import type { Field, RowSchema, SumCase } from "../resource";
import { casesOf, inputsOf, isComputed } from "./rule";

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
