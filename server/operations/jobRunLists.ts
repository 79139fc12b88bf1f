import type { Context } from "../workspace/context";
import { createListingReader, type RowSource } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";

/** The runs of background jobs. The access rule of the list guards them. */
export const jobRunSource = {
  row: "job-run",
  table: "job_runs",
  id: "id",
  fields: {
    id: { kind: "id", column: "id" },
    job: { kind: "column", column: "job" },
    outcome: { kind: "column", column: "outcome" },
    startedAt: { kind: "column", column: "started_at" },
    endedAt: { kind: "column", column: "ended_at" },
    attempt: { kind: "column", column: "attempt" },
    handled: { kind: "column", column: "handled" },
    error: { kind: "column", column: "error" },
  },
  scope: () => ({ owner: "anyone" }),
} as const satisfies RowSource;

/** Returns how the engine answers lists of job runs. */
export const jobRunLists = (context: Context): RowLists => ({
  row: jobRunSource.row,
  reader: createListingReader(context, jobRunSource),
});
