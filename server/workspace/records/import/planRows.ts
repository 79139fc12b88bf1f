import { isDeepStrictEqual } from "node:util";
import { withInitialValues } from "../../../../domain/initialValue";
import { isCopied } from "../../../../domain/recordReference";
import {
  mayBeEmpty,
  type Resource,
  type RowSchema,
} from "../../../../domain/resource";
import type { Steps } from "../../../platform/steps";
import { extraReader } from "../../listing/source/extraType";
import { mergeChanges, withProgramValues } from "../recordBody";
import type { RecordData } from "../recordQueries";
import { cellFaults } from "./cellFaults";
import type {
  CellFault,
  ImportPlan,
  PlannedRow,
  PlanOptions,
} from "./importPlan";
import { readCell } from "./readCell";
import type { TableRow } from "./readTable";
import { rowKeys } from "./rowKeys";
import type { StoredRow } from "./storedRows";

/** A row of the file with the values of its cells. */
export type ReadRow = TableRow & {
  values: RecordData;
  faults: CellFault[];
  /** Null if a field of the key has no value. */
  key: string | null;
  group: string;
};

/** Reads the cells of all rows. */
export function* readRows(
  rows: readonly TableRow[],
  {
    fields,
    columns,
    resource,
  }: Pick<ImportPlan, "fields" | "columns"> & { resource: Resource },
): Steps<ReadRow[]> {
  const keys = rowKeys(resource, fields);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const filled = columns.flatMap(({ field: name, heading }, index) => {
    const field = name === null ? undefined : byName.get(name);
    return field ? [{ ...field, heading, index }] : [];
  });
  const { key = [] } = resource.import ?? {};
  const needed = fields.flatMap(({ name, field, isKey }) =>
    isKey && !mayBeEmpty(field) ? [name] : [],
  );
  const read: ReadRow[] = [];
  for (const row of rows) {
    yield;
    const values: Record<string, unknown> = {};
    const faults: CellFault[] = [];
    for (const { name, heading, index, field, texts } of filled) {
      const text = row.cells[index] ?? "";
      const cell = readCell(field, text, texts);
      if ("value" in cell) values[name] = cell.value;
      else faults.push({ column: heading, field: name, text, ...cell.fault });
    }
    const beyond = row.cells.slice(columns.length).join("").trim();
    if (beyond !== "")
      faults.push({
        ...{ column: null, field: null, text: beyond },
        key: "import.faults.beyond",
      });
    const hasKey = needed.every((name) => (values[name] ?? null) !== null);
    const isRead = faults.every(({ field }) => !key.includes(field ?? ""));
    read.push({
      ...{ ...row, values, faults, group: keys.group(values) },
      key: hasKey && isRead ? keys.key(values) : null,
    });
  }
  return read;
}

/** Decides for each row of the file. */
export function* planRows(
  read: readonly ReadRow[],
  found: readonly StoredRow[],
  options: PlanOptions,
): Steps<PlannedRow[]> {
  const keys = rowKeys(options.resource, options.fields);
  const linesOf = groupBy(read, ({ key }) => key ?? "");
  const storedBy = groupBy(found, ({ data }) => keys.key(keys.valuesOf(data)));
  const planned: PlannedRow[] = [];
  for (const row of read) {
    yield;
    const { key } = row;
    if (key === null) {
      planned.push(planNew(row, options));
      continue;
    }
    const others = (linesOf.get(key) ?? []).filter((other) => other !== row);
    const [stored, second] = storedBy.get(key) ?? [];
    const ofRow = { column: null, field: null, text: "" };
    if (others.length > 0) {
      const lines = others.slice(0, 5).map(({ line }) => line);
      const values = { lines: lines.join(", ") };
      row.faults.push({ ...ofRow, key: "import.faults.sameKey", values });
    } else if (second)
      row.faults.push({ ...ofRow, key: "import.faults.severalRows" });
    planned.push(
      stored && !second
        ? planChange(row, stored, options)
        : planNew(row, options),
    );
  }
  return planned;
}

/** Returns the new row, or the reasons why it cannot be added. */
function planNew(
  { line, values, faults }: ReadRow,
  options: PlanOptions,
): PlannedRow {
  const { schemas, schema, beginning, resource } = options;
  const { properties } = schema as RowSchema;
  const begun = withInitialValues(properties, values, beginning);
  const given = Object.entries(begun).filter(([, value]) => value !== null);
  const changes = Object.fromEntries(given);
  const merged = mergeChanges(schemas, { schema, stored: {}, changes });
  const all = cellFaults(faults, merged.errors, { ...options, values });
  return all.length > 0
    ? { line, kind: "refused", faults: all }
    : {
        ...{ line, kind: "new" },
        // An empty cell stays empty.
        after: withProgramValues(schemas.row(resource.row), {
          ...{ data: merged.data, beginning, empty: Object.keys(begun) },
        }),
      };
}

/** Returns the change of a stored row, or the reasons why it cannot be changed. */
function planChange(
  { line, values, faults, cells }: ReadRow,
  stored: StoredRow,
  options: PlanOptions,
): PlannedRow {
  const { fields, columns } = options;
  const left = [...faults];
  const changes: Record<string, unknown> = {};
  for (const { name, field, exported } of fields) {
    const index = columns.findIndex((column) => column.field === name);
    if (index === -1) continue;
    if (isCopied(field, { ...stored.data, ...values })) continue;
    const before = extraReader(name, field)(stored.data);
    if (Object.hasOwn(values, name) && isDeepStrictEqual(values[name], before))
      continue;
    // The text of an export stands for the stored value, even if it says less.
    const text = cells[index] ?? "";
    if (before !== null && exported(before).includes(text)) {
      const at = left.findIndex((fault) => fault.field === name);
      if (at !== -1) left.splice(at, 1);
    } else if (Object.hasOwn(values, name)) changes[name] = values[name];
  }
  const isSame = Object.keys(changes).length === 0;
  if (isSame && left.length === 0) return { line, kind: "unchanged", stored };
  const merged = mergeChanges(options.schemas, {
    ...{ schema: options.schema, stored: stored.data, changes },
  });
  const errors = isSame ? [] : merged.errors;
  const all = cellFaults(left, errors, { ...options, values: changes });
  return all.length > 0
    ? { line, kind: "refused", faults: all }
    : { line, kind: "changed", stored, after: merged.data };
}

function groupBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
