import type { Validate, ValidationError } from "../../../domain/fieldProblem";
import type { RowRecord } from "../rowRecord";

/** What is wrong with one value of a row. */
export type RowFault = {
  /** Where it is, from the field inwards; empty for the row itself. */
  path: readonly string[];
  /** The rule it breaks, as JSON Schema names it; `key` for a row without. */
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  /** Undefined where nothing is. */
  value: unknown;
};

/** A row that cannot be shown, and why. */
export type RowProblem = {
  /** Its place in the whole list, from 1. */
  place: number;
  /** Null where it has none. */
  key: string | null;
  faults: readonly RowFault[];
};

export type CheckedRows = { data: RowRecord[]; problems: RowProblem[] };

/** More is not told of one row. */
const mostFaults = 20;

/**
 * Parts the rows of a reply into those that keep their schema and those that
 * do not. A row that is no object or has no key is never shown; without a
 * `check`, any other is. `first` is the place of the first row.
 */
export function checkRows(options: {
  rows: readonly unknown[];
  key: string;
  first: number;
  check: Validate | null;
}): CheckedRows {
  const { rows, key, first, check } = options;
  const data: RowRecord[] = [];
  const problems: RowProblem[] = [];
  for (const [index, row] of rows.entries()) {
    const id = isRow(row) ? keyIn(row[key]) : null;
    const faults = faultsOf(row, check);
    if (faults.length === 0 && id === null) faults.push(withoutKey(key));
    if (faults.length === 0 && isRow(row) && id !== null)
      data.push({ id, row });
    else problems.push({ place: first + index, key: id, faults });
  }
  return { data, problems };
}

const isRow = (value: unknown): value is RowRecord["row"] =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What tells the row from others; null for nothing that could. */
const keyIn = (value: unknown): string | null =>
  (typeof value === "string" && value !== "") || typeof value === "number"
    ? String(value)
    : null;

const withoutKey = (key: string): RowFault => ({
  path: [key],
  keyword: "key",
  params: {},
  value: undefined,
});

/** The first fault of each place. */
function faultsOf(row: unknown, check: Validate | null): RowFault[] {
  if (!isRow(row))
    return [
      { path: [], keyword: "type", params: { type: "object" }, value: row },
    ];
  if (!check || check(row)) return [];
  const faults = new Map<string, RowFault>();
  for (const error of check.errors ?? []) {
    const path = pathOf(error);
    const place = path.join("/");
    if (faults.has(place) || faults.size >= mostFaults) continue;
    const { keyword, params } = error;
    faults.set(place, { path, keyword, params, value: valueAt(row, path) });
  }
  return [...faults.values()];
}

/** A JSON pointer as its steps, with the name of what is missing. */
function pathOf({ instancePath, params }: ValidationError): string[] {
  const steps = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const { missingProperty } = params;
  return typeof missingProperty === "string"
    ? [...steps, missingProperty]
    : steps;
}

const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null
        ? (value as Readonly<Record<string, unknown>>)[step]
        : undefined,
    row,
  );
