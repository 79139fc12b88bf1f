import type { Transaction } from "kysely";
import { japanDay } from "../../../domain/japanTime";
import type { Resource } from "../../../domain/resource";
import { trackSettledPosition } from "../../platform/changes";
import type { Database, Tables } from "../../platform/database";
import { lotSourceOf } from "../lotSource";

/** Whether the list gets new lots, of which daily mails can tell. */
export const hasDailyMails = ({ row }: Pick<Resource, "row">): boolean =>
  lotSourceOf(row) !== undefined;

/** Returns the number up to which all changes are visible. */
export const settledNow = async (
  database: Pick<Database, "kysely">,
): Promise<bigint> => (await trackSettledPosition(database)()).settled;

/**
 * Turns the daily mails of a search on or off. Lots count as new from the moment
 * of turning them on; the first mail comes on the next day.
 */
export async function setDaily(
  trx: Transaction<Tables>,
  { user_id, id }: { user_id: string; id: string },
  { isDaily, now, settled }: { isDaily: boolean; now: Date; settled: bigint },
): Promise<void> {
  const search = trx
    .updateTable("saved_searches")
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .where("is_daily", "!=", isDaily);
  await search
    .set(
      isDaily
        ? {
            is_daily: true,
            mailed_day: japanDay(now),
            mailed_seq: settled.toString(),
          }
        : { is_daily: false },
    )
    .execute();
}
