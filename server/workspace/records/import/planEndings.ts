import { isDeepStrictEqual } from "node:util";
import { addDays } from "../../../../domain/japanTime";
import type { Steps } from "../../../platform/steps";
import { mergeChanges } from "../recordBody";
import type { RecordData } from "../recordQueries";
import { cellFaults } from "./cellFaults";
import type { CellFault, PlannedRow, PlanOptions } from "./importPlan";
import { rowKeys } from "./rowKeys";
import type { StoredRow } from "./storedRows";

/** A row of the file with its first day. */
type Start = { day: string; row: PlannedRow };

/** A stored row that ends, and the rows of the file that it depends on. */
type Ending = {
  own: PlannedRow | undefined;
  next: PlannedRow;
  row: PlannedRow;
};

/**
 * Returns the plan with the stored rows that end because the file has a later row with the same key
 * apart from the day. A row ends if it is valid today, and its last day becomes the day
 * before the earliest later row starts. A row that is in the file itself ends only if the
 * file has no column for the last day. If a row cannot end, the later rows are refused, so
 * that two rows are never valid on the same day.
 */
export function* planEndings(
  planned: readonly PlannedRow[],
  found: readonly StoredRow[],
  options: Omit<PlanOptions, "beginning"> & { today: string },
): Steps<PlannedRow[]> {
  const { resource, fields, columns, today } = options;
  const { ends, key = [] } = resource.import ?? {};
  const start = fields.find(
    ({ name, field }) => key.includes(name) && field.format === "date",
  )?.name;
  if (ends === undefined || start === undefined) return [...planned];
  const keys = rowKeys(resource, fields);
  const isEndInFile = columns.some(({ field }) => field === ends);
  const { starts, byId } = yield* readStarts(planned, { keys, start });
  const endings: Ending[] = [];
  const refused = new Map<PlannedRow, readonly CellFault[]>();
  for (const stored of found) {
    yield;
    const own = byId.get(stored.id);
    if (own && isEndInFile) continue;
    const data = own && "after" in own ? own.after : stored.data;
    const values = keys.valuesOf(data);
    const from = String(values[start]);
    const until = dayIn(values, ends);
    if (from > today || (until !== null && until < today)) continue;
    const ofGroup = starts.get(keys.group(values)) ?? [];
    const next = ofGroup.find(({ day }) => day > from);
    if (!next) continue;
    const lastDay = addDays(next.day, -1);
    if (until !== null && until <= lastDay) continue;
    const change = { data, changes: { [ends]: lastDay } };
    const { after, faults } = endOn(change, options);
    const line = own?.line ?? null;
    const kind = own?.kind === "changed" ? "changed" : "ended";
    if (faults.length === 0)
      endings.push({ own, next: next.row, row: { line, kind, stored, after } });
    else
      for (const { day, row } of ofGroup)
        if (day > from) refused.set(row, faults);
  }
  const possible = endings.filter(
    ({ own, next }) => !refused.has(next) && !(own && refused.has(own)),
  );
  const replaced = new Set(possible.map(({ own }) => own));
  return [
    ...planned.flatMap((row): PlannedRow[] => {
      const faults = refused.get(row);
      if (faults) return [{ line: row.line, kind: "refused", faults }];
      return replaced.has(row) ? [] : [row];
    }),
    ...possible.map(({ row }) => row),
  ];
}

/** Returns the rows of the file by group, the earliest first, and by the stored row they name. */
function* readStarts(
  planned: readonly PlannedRow[],
  { keys, start }: { keys: ReturnType<typeof rowKeys>; start: string },
): Steps<{ starts: Map<string, Start[]>; byId: Map<string, PlannedRow> }> {
  const starts = new Map<string, Start[]>();
  const byId = new Map<string, PlannedRow>();
  for (const row of planned) {
    yield;
    if ("stored" in row) byId.set(row.stored.id, row);
    if (row.kind === "refused") continue;
    const data = row.kind === "unchanged" ? row.stored.data : row.after;
    const values = keys.valuesOf(data);
    const group = keys.group(values);
    const ofGroup = starts.get(group) ?? [];
    ofGroup.push({ day: String(values[start]), row });
    starts.set(group, ofGroup);
  }
  for (const ofGroup of starts.values()) {
    yield;
    ofGroup.sort((one, other) => (one.day < other.day ? -1 : 1));
  }
  return { starts, byId };
}

/** Returns the row with its last day, and the rules that it breaks only by ending. */
function endOn(
  { data, changes }: { data: RecordData; changes: RecordData },
  { schemas, schema, columns }: Omit<PlanOptions, "beginning">,
): { after: RecordData; faults: readonly CellFault[] } {
  const change = { schema, stored: data };
  const { data: after, errors } = mergeChanges(schemas, { ...change, changes });
  if (errors.length === 0) return { after, faults: [] };
  const { errors: old } = mergeChanges(schemas, { ...change, changes: {} });
  const added = errors.filter(
    (error) => !old.some((known) => isDeepStrictEqual(known, error)),
  );
  return { after, faults: cellFaults([], added, { columns, values: changes }) };
}

const dayIn = (values: RecordData, name: string): string | null => {
  const day = values[name];
  return typeof day === "string" ? day : null;
};
