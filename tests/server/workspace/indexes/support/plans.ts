import { sql, type RawBuilder } from "kysely";
import {
  inTransaction,
  type Database,
} from "../../../../../server/platform/database";
import {
  openIndexSession,
  type wantedIndexes,
} from "../../../../../server/workspace/indexes";
import { memoryLog } from "../../../../support/memoryLog";

/** Creates the wanted indexes. */
export async function createIndexes(
  database: Database,
  wanted: ReturnType<typeof wantedIndexes>,
): Promise<void> {
  const session = await openIndexSession({ database, log: memoryLog().log });
  await session.reconcile(wanted);
  await session.close();
}

/** Returns the plan of a statement where reading the whole table is no choice. */
export const explainPlan = (
  database: Database,
  statement: RawBuilder<unknown>,
): Promise<string> =>
  inTransaction(database, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<Record<"QUERY PLAN", string>>`
      explain ${statement}`.execute(trx);
    return rows.map((line) => line["QUERY PLAN"]).join("\n");
  });
