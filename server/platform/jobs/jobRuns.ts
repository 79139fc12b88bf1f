import type { Database } from "../database";

/** Characters of an error message that are kept. */
const longestError = 300;

type JobRun = {
  job: string;
  startedAt: Date;
  endedAt: Date;
  /** 1 for the first attempt. */
  attempt: number;
} & ({ handled: number } | { error: unknown });

/** Records a run that handled rows or failed, for administrators. */
export async function recordRun(
  { kysely }: Pick<Database, "kysely">,
  { job, startedAt, endedAt, attempt, ...result }: JobRun,
): Promise<void> {
  await kysely
    .insertInto("job_runs")
    .values({
      job,
      started_at: startedAt,
      ended_at: endedAt,
      attempt,
      outcome: "error" in result ? "failed" : "done",
      handled: "error" in result ? 0 : result.handled,
      error: "error" in result ? describeError(result.error) : null,
    })
    .execute();
}

/** Returns name, code and message of an error. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, longestError);
  const code = "code" in error ? ` ${String(error.code)}` : "";
  return `${error.name}${code}: ${error.message}`.slice(0, longestError);
}
