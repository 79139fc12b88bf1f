import { addDays } from "../../../../domain/japanTime";
import { mergeChanges } from "../recordBody";
import type { RecordData } from "../recordQueries";
import { cellFaults } from "./cellFaults";
import type { PlannedRow, PlanOptions } from "./importPlan";
import { rowKeys } from "./rowKeys";
import type { StoredRow } from "./storedRows";

/**
 * Returns the plan with the stored rows that end because the file has a later row with the same key
 * apart from the day. A row ends if it is valid today, and its last day becomes the day
 * before the earliest later row starts. A row that is in the file itself ends only if the
 * file has no column for the last day.
 */
export function planEndings(
  planned: readonly PlannedRow[],
  found: readonly StoredRow[],
  options: PlanOptions & { today: string },
): PlannedRow[] {
  const { resource, fields, columns, schemas, schema, today } = options;
  const { ends, key = [] } = resource.import ?? {};
  const start = fields.find(
    ({ name, field }) => key.includes(name) && field.format === "date",
  )?.name;
  if (ends === undefined || start === undefined) return [...planned];
  const keys = rowKeys(resource, fields);
  const isEndInFile = columns.some(({ field }) => field === ends);
  const starts = new Map<string, { day: string; line: number | null }[]>();
  const byId = new Map<string, PlannedRow>();
  for (const row of planned) {
    if ("stored" in row) byId.set(row.stored.id, row);
    if (row.kind === "refused") continue;
    const data = row.kind === "unchanged" ? row.stored.data : row.after;
    const values = keys.valuesOf(data);
    const group = keys.group(values);
    const day = String(values[start]);
    const ofGroup = starts.get(group) ?? [];
    ofGroup.push({ day, line: row.line });
    starts.set(group, ofGroup);
  }
  const ended: PlannedRow[] = [];
  const replaced = new Set<PlannedRow>();
  for (const stored of found) {
    const own = byId.get(stored.id);
    if (own && isEndInFile) continue;
    const data = own && "after" in own ? own.after : stored.data;
    const values = keys.valuesOf(data);
    const from = String(values[start]);
    const until = dayIn(values, ends);
    if (from > today || (until !== null && until < today)) continue;
    const [later] = (starts.get(keys.group(values)) ?? [])
      .filter(({ day }) => day > from)
      .sort((one, other) => one.day.localeCompare(other.day));
    if (!later) continue;
    const lastDay = addDays(later.day, -1);
    if (until !== null && until <= lastDay) continue;
    const changes = { [ends]: lastDay };
    const merged = mergeChanges(schemas, { schema, stored: data, changes });
    const faults = cellFaults([], merged.errors, { columns, values: changes });
    if (own) replaced.add(own);
    if (faults.length > 0)
      ended.push({ line: later.line, kind: "refused", faults });
    else
      ended.push({
        line: own?.line ?? null,
        kind: own?.kind === "changed" ? "changed" : "ended",
        stored,
        after: merged.data,
      });
  }
  return [...planned.filter((row) => !replaced.has(row)), ...ended];
}

const dayIn = (values: RecordData, name: string): string | null => {
  const day = values[name];
  return typeof day === "string" ? day : null;
};
