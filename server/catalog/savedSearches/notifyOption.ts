import type { Transaction } from "kysely";
import type { Notify } from "../../../domain/alerts";
import { japanDay } from "../../../domain/japanTime";
import type { Resource } from "../../../domain/resource";
import { trackSettledPosition } from "../../platform/changes";
import type { Database, Tables } from "../../platform/database";
import { lotSourceOf } from "../lotSource";

/** Whether the list gets new lots, of which alerts can tell. */
export const hasAlerts = ({ row }: Pick<Resource, "row">): boolean =>
  lotSourceOf(row) !== undefined;

/** Returns the number up to which all changes are visible. */
export const settledNow = async (
  database: Pick<Database, "kysely">,
): Promise<bigint> => (await trackSettledPosition(database)()).settled;

/**
 * Sets when a search alerts its owner to new lots. Lots count as new from the moment
 * of turning alerts on; the first daily alert comes on the next day. A change between
 * daily and at once keeps the lots that are still to be told.
 */
export async function setNotify(
  trx: Transaction<Tables>,
  { user_id, id }: { user_id: string; id: string },
  { notify, now, settled }: { notify: Notify; now: Date; settled: bigint },
): Promise<void> {
  const search = () =>
    trx
      .updateTable("saved_searches")
      .where("user_id", "=", user_id)
      .where("id", "=", id);
  if (notify !== "none")
    await search()
      .set({ checked_day: japanDay(now), checked_seq: settled.toString() })
      .where("notify", "=", "none")
      .execute();
  await search().set({ notify }).execute();
}
