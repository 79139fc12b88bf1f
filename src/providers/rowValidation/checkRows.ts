import type { Validate, ValidationError } from "../../../domain/fieldProblem";
import type { RowRecord } from "../rowApi";
import { stepsOf } from "../../../domain/declarations/document";
import { isFields, valueAt } from "../../../domain/formats";

/** An invalid value of a row. */
export type RowFault = {
  /** The path of the value in the row; empty for the row itself. */
  path: readonly string[];
  /** The JSON Schema keyword that fails; `key` for a row without a key. */
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  value: unknown;
};

/** A row that cannot be shown, and its faults. */
export type RowProblem = {
  /** The row's position in the whole list, from 1. */
  place: number;
  /** Null for a row without a key. */
  key: string | null;
  faults: readonly RowFault[];
};

export type CheckedRows = { data: RowRecord[]; problems: RowProblem[] };

/** Further faults of a row are not reported. */
const maxFaults = 20;

/**
 * Separates the valid rows of a reply from the invalid ones. Without a `check`
 * all objects with a key are valid. `first` is the position of the first row.
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
    const id = isFields(row) ? keyIn(row[key]) : null;
    const faults = faultsOf(row, check);
    if (faults.length === 0 && id === null) faults.push(withoutKey(key));
    if (faults.length === 0 && isFields(row) && id !== null)
      data.push({ id, row });
    else problems.push({ place: first + index, key: id, faults });
  }
  return { data, problems };
}

/** Returns the key as text; null if it identifies no row. */
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

/** Returns the first fault of each value. */
function faultsOf(row: unknown, check: Validate | null): RowFault[] {
  if (!isFields(row))
    return [
      { path: [], keyword: "type", params: { type: "object" }, value: row },
    ];
  if (!check || check(row)) return [];
  const faults = new Map<string, RowFault>();
  for (const error of check.errors ?? []) {
    const path = pathOf(error);
    const place = path.join("/");
    if (faults.has(place) || faults.size >= maxFaults) continue;
    const { keyword, params } = error;
    faults.set(place, { path, keyword, params, value: valueAt(row, path) });
  }
  return [...faults.values()];
}

/** Returns the path of an error, including the name of a missing property. */
function pathOf({ instancePath, params }: ValidationError): string[] {
  const steps = stepsOf(instancePath);
  const { missingProperty } = params;
  return typeof missingProperty === "string"
    ? [...steps, missingProperty]
    : steps;
}
