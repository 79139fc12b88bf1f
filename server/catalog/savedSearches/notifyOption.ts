import type { Transaction } from "kysely";
import type { Notify } from "../../../domain/alerts";
import { japanDay } from "../../../domain/japanTime";
import type { Resource } from "../../../domain/resource";
import type { Tables } from "../../platform/database";
import { lotSourceOf } from "../lotSource";

/** Returns whether a list can have alerts: only lists of lots get new rows from feeds. */
export const hasAlerts = ({ row }: Pick<Resource, "row">): boolean =>
  lotSourceOf(row) !== undefined;

/**
 * Sets when a search alerts its owner to new lots. Lots count as new from the moment
 * of turning alerts on; the first daily alert comes on the next day. A change between
 * daily and at once loses no new lots.
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
