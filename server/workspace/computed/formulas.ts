import type { Transaction } from "kysely";
import { LRUCache } from "lru-cache";
import type { Viewer } from "../../../domain/access";
import { compileFormula, type Formula } from "../../../domain/computed/formula";
import {
  casesOf,
  inputsOf,
  isComputed,
  isReaderValue,
  tablesOf,
} from "../../../domain/computed/rule";
import {
  readerValue,
  textOf,
  type CompiledStep,
  type Compiling,
  type TableRow,
} from "../../../domain/computed/step";
import { japanDay } from "../../../domain/japanTime";
import type { Field, RowSchema } from "../../../domain/resource";
import { isVisible } from "../../../domain/visible/isVisible";
import type { Clock } from "../../platform/clock";
import type { Tables } from "../../platform/database";
import { fingerprint } from "../../platform/fingerprint";
import type { KeptTables } from "./keptTables";
import { plannedTables, type PlannedChange } from "./plannedTables";

/** The computed fields of a row schema for one reader and one day. */
export type Formulas = {
  /** Readers with the same key have the same sums. */
  key: string;
  byField: ReadonlyMap<string, Formula>;
};

/**
 * Returns the computed fields that a reader may see, by the records that are valid on a day;
 * null if the row has no such field. A field is hidden if the reader may not see a field that it is computed from.
 */
export type FormulasFor = (
  row: RowSchema,
  viewer: Viewer,
  options?: {
    /** Reads the tables in this transaction, which no other connection must wait for. */
    trx?: Transaction<Tables> | undefined;
    /** A day in Japan instead of today. */
    day?: string | undefined;
    /** Uses the tables as they would be after a change that is not written. */
    change?: PlannedChange | undefined;
  },
) => Promise<Formulas | null>;

/** Returns the computed fields of a row, by name. */
const computedFields = ({ properties }: RowSchema): [string, Field][] =>
  Object.entries(properties).filter(([, field]) => isComputed(field));

/** Compiled formulas are kept up to so many records in all of them. */
const mostRecords = 500_000;
/** Formulas of a change that is not written are kept until it is gone, up to so many records. */
const mostPlannedRecords = 250_000;

/** Returns the function that finds the formulas of a row for a reader. */
export function createFormulas({
  tables,
  clock,
}: {
  tables: Pick<KeptTables, "read">;
  clock: Clock;
}): FormulasFor {
  const keep = (maxSize: number) =>
    new LRUCache<string, Formulas>({
      maxSize,
      sizeCalculation: recordsOf,
    });
  const kept = keep(mostRecords);
  const planned = new WeakMap<PlannedChange, ReturnType<typeof keep>>();
  const keptFor = (change: PlannedChange) => {
    const known = planned.get(change) ?? keep(mostPlannedRecords);
    planned.set(change, known);
    return known;
  };
  const hashes = new WeakMap<RowSchema, string>();
  /** Differs once a rule changes, or a field that a rule reads. */
  const hashOf = (row: RowSchema, fields: readonly [string, Field][]) => {
    const known =
      hashes.get(row) ??
      fingerprint([
        row.$id,
        fields.map(([name, field]) => [name, casesOf(field)]),
        fields.flatMap(([, field]) =>
          inputsOf(field).map((input) => row.properties[input]),
        ),
      ]);
    hashes.set(row, known);
    return known;
  };

  return async (row, viewer, options = {}) => {
    const { trx, day = japanDay(clock.now()), change } = options;
    const all = computedFields(row);
    if (all.length === 0) return null;
    const fields = all.filter(([name]) =>
      isVisible(row, { fields: [name] }, viewer),
    );
    if (fields.length === 0) return null;
    const names = [...new Set(fields.flatMap(([, field]) => tablesOf(field)))];
    const { tables: stored, version } = await tables.read(names, trx);
    const rows = change ? plannedTables(stored, change) : stored;
    const context = { tables: rows, day, viewer };
    const values = fields.flatMap(([, field]) =>
      usedValues(field, { tables: rows, viewer }),
    );
    const key = JSON.stringify([
      ...[hashOf(row, all), version, day],
      ...[fields.map(([name]) => name), values],
    ]);
    const formulasOf = change ? keptFor(change) : kept;
    const known = formulasOf.get(key);
    if (known) return known;
    const steps = new Map<string, CompiledStep>();
    const byField = new Map(
      fields.map(([name, field]) => [
        name,
        compileFormula(casesOf(field), context, steps),
      ]),
    );
    const formulas = { key, byField };
    // The tables of a transaction are never read again.
    if (!trx) formulasOf.set(key, formulas);
    return formulas;
  };
}

/** Returns the number of records in formulas, which may share steps. */
const recordsOf = ({ byField }: Formulas): number =>
  [
    ...new Set(
      [...byField.values()].flatMap(({ cases }) =>
        cases.flatMap(({ steps }) => steps),
      ),
    ),
  ].reduce((sum, { rows }) => sum + rows.length, 1);

/**
 * Returns the reader's values by which records are chosen. A value that no record names is
 * left out, so that most readers share their sums.
 */
function usedValues(
  field: Field,
  { tables, viewer }: Pick<Compiling, "tables" | "viewer">,
): (string | null)[] {
  const steps = casesOf(field).flatMap(({ steps: ofCase }) => ofCase);
  return steps.flatMap(({ table, match = [] }) =>
    match.flatMap(({ field: key, is }) => {
      if (!isReaderValue(is)) return [];
      const value = readerValue(is, viewer);
      return textsIn(tables.get(table) ?? [], key).has(value) ? value : null;
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
