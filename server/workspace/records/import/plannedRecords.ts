import type { PlannedChange } from "../../computed/plannedTables";
import type { ImportPlan, PlannedRow } from "./importPlan";

/** Returns the records that a plan writes: all rows without errors. */
export const plannedRecords = ({
  rows,
}: Pick<ImportPlan, "rows">): PlannedChange["records"] =>
  [...rows.new, ...rows.changed, ...rows.ended].flatMap(recordOf);

function recordOf(row: PlannedRow): PlannedChange["records"] {
  if (!("after" in row)) return [];
  const stored = "stored" in row ? row.stored : null;
  return [
    { id: stored?.id ?? null, before: stored?.data ?? null, after: row.after },
  ];
}
