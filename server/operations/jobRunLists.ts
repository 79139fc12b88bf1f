import type { Context } from "../workspace/context";
import { createListingReader, tableSource } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";

/** The runs of background jobs. The access rule of the list guards them. */
export const jobRunSource = tableSource({
  row: "job-run",
  table: "job_runs",
  columns: {
    job: "job",
    outcome: "outcome",
    startedAt: "started_at",
    endedAt: "ended_at",
    attempt: "attempt",
    handled: "handled",
    error: "error",
  },
});

/** Returns how the engine answers lists of job runs. */
export const jobRunLists = (context: Context): RowLists => ({
  row: jobRunSource.row,
  reader: createListingReader(context, jobRunSource),
});
