import type { SumCase } from "../resource";
import { matchedFields } from "./rule";
import {
  compileStep,
  foundText,
  linesOf,
  numberOf,
  textOf,
  type CompiledStep,
  type Compiling,
  type StepRow,
} from "./step";
import { totalOf, type SumLine } from "./sumLines";

/** Reads the text of a field of a row; null if it is empty. */
export type ReadText = (field: string) => string | null;

/** One sum of a computed field. */
export type FormulaCase = {
  /** Fields of whole numbers; the first one with a value is the beginning. 0 without any. */
  base: readonly string[];
  steps: readonly CompiledStep[];
  /** The highest sum; Infinity without one. */
  most: number;
  /** The field and its values to which the sum is limited. */
  only: { field: string; in: readonly string[] } | null;
  /** Returns the lines of the sum of a row. */
  lines(read: ReadText): SumLine[];
};

/** A computed field for one reader and one day. A row has the first sum that fits. */
export type Formula = {
  cases: readonly FormulaCase[];
  /** The fields of the row that it reads. */
  fields: readonly string[];
};

/**
 * Returns a computed field for a reader and a day in Japan. Records that the reader or the
 * day excludes are left out, so that readers with the same records have the same sums.
 * `known` has the steps of other fields that were compiled in the same context.
 */
export function compileFormula(
  rules: readonly SumCase[],
  context: Compiling,
  known: Map<string, CompiledStep> = new Map(),
): Formula {
  const fields = rules.flatMap(({ base, steps, only }) => [
    ...(only ? [only.field] : []),
    ...base,
    ...matchedFields(steps),
  ]);
  return {
    cases: rules.map((rule) => compileCase(rule, context, known)),
    fields: [...new Set(fields)],
  };
}

function compileCase(
  { base, steps: declared, most = Infinity, only }: SumCase,
  context: Compiling,
  known: Map<string, CompiledStep>,
): FormulaCase {
  const steps = declared.map((step) => {
    const key = JSON.stringify(step);
    const compiled = known.get(key) ?? compileStep(step, context);
    known.set(key, compiled);
    return compiled;
  });
  return {
    base,
    steps,
    most,
    only: only ?? null,
    lines: (read) => {
      const found = new Map<string, StepRow | undefined>();
      return steps.flatMap((step) => {
        const rows = step.find(
          step.sources.map(({ step: id, field }) =>
            id === undefined ? read(field) : foundText(found.get(id), field),
          ),
        );
        found.set(step.id, rows[0]);
        return linesOf(step, rows);
      });
    },
  };
}

/** The lines of a row's sum, the beginning and the total; null if one is unknown. */
export type ComputedSum = {
  /** The field with the beginning. */
  base: { field: string; amount: number } | null;
  lines: SumLine[];
  total: number | null;
};

/** Returns the sum of a row with the values that replies contain. */
export function computeSum(
  { cases }: Pick<Formula, "cases">,
  row: Readonly<Record<string, unknown>>,
): ComputedSum {
  const read: ReadText = (field) => textOf(row[field]);
  const sum = cases.find(
    ({ only }) => !only || only.in.includes(read(only.field) ?? ""),
  );
  if (!sum) return { base: null, lines: [], total: null };
  const lines = sum.lines(read);
  const cappedTotal = (amount: number) => {
    const total = totalOf(lines, amount);
    return total === null ? null : Math.min(total, sum.most);
  };
  if (sum.base.length === 0)
    return { base: null, lines, total: cappedTotal(0) };
  for (const field of sum.base) {
    const amount = numberOf(row[field]);
    if (amount !== null)
      return {
        base: { field, amount },
        lines,
        total: cappedTotal(amount),
      };
  }
  return { base: null, lines, total: null };
}
