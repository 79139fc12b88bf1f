import type { Transaction } from "kysely";
import { LRUCache } from "lru-cache";
import type { Viewer } from "../../../domain/access";
import {
  compileFormula,
  readerValue,
  textOf,
  type CompiledStep,
  type Formula,
  type TableRow,
} from "../../../domain/computed/formula";
import {
  inputsOf,
  isReaderValue,
  tablesOf,
  type ComputedRule,
} from "../../../domain/computed/rule";
import { japanDay } from "../../../domain/japanTime";
import type { RowSchema } from "../../../domain/resource";
import { isVisible } from "../../../domain/visible/isVisible";
import type { Clock } from "../../platform/clock";
import type { Tables } from "../../platform/database";
import { fingerprint } from "../../platform/fingerprint";
import type { KeptTables } from "./keptTables";

/** The computed fields of a row schema for one reader and one day. */
export type Formulas = {
  /** Readers with the same key have the same sums. */
  key: string;
  byField: ReadonlyMap<string, Formula>;
};

/**
 * Returns the computed fields that a reader may see today; null if the row has no such
 * field. A field is hidden if the reader may not see a field that it is computed from.
 */
export type FormulasFor = (
  row: RowSchema,
  viewer: Viewer,
  /** Reads the tables in this transaction, which no other connection must wait for. */
  trx?: Transaction<Tables>,
) => Promise<Formulas | null>;

/** Returns the rules of a row's computed fields, by field. */
const rulesOf = ({ properties }: RowSchema): [string, ComputedRule][] =>
  Object.entries(properties).flatMap(([name, { "x-computed": rule }]) =>
    rule ? [[name, rule] as [string, ComputedRule]] : [],
  );

/** Compiled formulas are kept up to so many records in all of them. */
const mostRecords = 500_000;

/** Returns the function that finds the formulas of a row for a reader. */
export function createFormulas({
  tables,
  clock,
}: {
  tables: Pick<KeptTables, "read">;
  clock: Clock;
}): FormulasFor {
  const kept = new LRUCache<string, Formulas>({
    maxSize: mostRecords,
    sizeCalculation: recordsOf,
  });
  const hashes = new WeakMap<RowSchema, string>();
  /** Differs once a rule changes, or a field that a rule reads. */
  const hashOf = (row: RowSchema, rules: readonly [string, ComputedRule][]) => {
    const known =
      hashes.get(row) ??
      fingerprint([
        row.$id,
        rules,
        rules.flatMap(([name]) =>
          inputsOf(row.properties[name] ?? {}).map(
            (input) => row.properties[input],
          ),
        ),
      ]);
    hashes.set(row, known);
    return known;
  };

  return async (row, viewer, trx) => {
    const all = rulesOf(row);
    if (all.length === 0) return null;
    const rules = all.filter(([name]) =>
      isVisible(row, { fields: [name] }, viewer),
    );
    if (rules.length === 0) return null;
    const names = [...new Set(rules.flatMap(([, rule]) => tablesOf(rule)))];
    const { tables: rows, version } = await tables.read(names, trx);
    const day = japanDay(clock.now());
    const context = { tables: rows, day, viewer };
    const values = rules.flatMap(([, rule]) =>
      usedValues(rule, { tables: rows, viewer }),
    );
    const key = JSON.stringify([
      ...[hashOf(row, all), version, day],
      ...[rules.map(([name]) => name), values],
    ]);
    const known = kept.get(key);
    if (known) return known;
    const steps = new Map<string, CompiledStep>();
    const byField = new Map(
      rules.map(([name, rule]) => [name, compileFormula(rule, context, steps)]),
    );
    const formulas = { key, byField };
    // The tables of a transaction are never read again.
    if (!trx) kept.set(key, formulas);
    return formulas;
  };
}

/** Returns the number of records in formulas, which may share steps. */
const recordsOf = ({ byField }: Formulas): number =>
  [...new Set([...byField.values()].flatMap(({ steps }) => steps))].reduce(
    (sum, { rows }) => sum + rows.length,
    1,
  );

/**
 * Returns the reader's values by which records are chosen. A value that no record names is
 * left out, so that most readers share their sums.
 */
function usedValues(
  { steps }: ComputedRule,
  {
    tables,
    viewer,
  }: Pick<Parameters<typeof compileFormula>[1], "tables" | "viewer">,
): (string | null)[] {
  return steps.flatMap(({ table, match = [] }) =>
    match.flatMap(({ field, is }) => {
      if (!isReaderValue(is)) return [];
      const value = readerValue(is, viewer);
      return textsIn(tables.get(table) ?? [], field).has(value) ? value : null;
    }),
  );
}

const textsByRows = new WeakMap<
  readonly TableRow[],
  Map<string, ReadonlySet<string | null>>
>();

/** Returns the texts of a field in a table. */
function textsIn(
  rows: readonly TableRow[],
  field: string,
): ReadonlySet<string | null> {
  const byField =
    textsByRows.get(rows) ?? new Map<string, ReadonlySet<string | null>>();
  textsByRows.set(rows, byField);
  const known =
    byField.get(field) ?? new Set(rows.map(({ data }) => textOf(data[field])));
  byField.set(field, known);
  return known;
}
