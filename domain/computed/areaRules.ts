import type { Access } from "../access";
import { bothAccess } from "../bothAccess";
import type { Field, RowSchema, SumCase } from "../resource";
import {
  casesOf,
  inputsOf,
  isComputed,
  isReaderValue,
  type ComputedRule,
} from "./rule";

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
      .flatMap((source) => accessRules(source, name, rule))
      .reduce<Access | undefined>(
        (both, next) => bothAccess(next, both),
        field["x-access"],
      );
    const cases = casesByArea(rule, { name, sources });
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
  rule: ComputedRule,
  { name, sources }: { name: string; sources: readonly RowSchema[] },
): SumCase[] {
  const { ofArea: field = "" } = rule;
  const bySum = new Map<string, SumCase & { in: string[] }>();
  for (const { "x-areas": areas = [], properties } of sources)
    for (const each of casesOf(properties[name] ?? {})) {
      const sum = ownSum(each, rule);
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

/** Returns a sum with the base of the row itself, and its fields in place of reader's values. */
const ownSum = (
  sum: SumCase,
  { base, reader = {} }: ComputedRule,
): SumCase => ({
  ...sum,
  ...(base && { base }),
  steps: sum.steps.map((step) => ({
    ...step,
    ...(step.match && {
      match: step.match.map(({ field, is }) => ({
        field,
        is: (isReaderValue(is) ? reader[is.slice(1)] : undefined) ?? is,
      })),
    }),
  })),
});

/** Returns the access rules of a computed field and of the inputs that count. */
function accessRules(
  { properties }: RowSchema,
  name: string,
  { base }: ComputedRule,
): Access[] {
  const replaced = base ? (properties[name]?.["x-computed"]?.base ?? []) : [];
  const inputs = inputsOf(properties[name] ?? {}).filter(
    (input) => !replaced.includes(input),
  );
  return [name, ...inputs].flatMap(
    (input) => properties[input]?.["x-access"] ?? [],
  );
}
