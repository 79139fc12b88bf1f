import type { Transaction } from "kysely";
import type { Notify } from "../../../domain/alerts";
import { japanDay } from "../../../domain/japanTime";
import type { Resource } from "../../../domain/resource";
import type { Tables } from "../../platform/database";
import type { Host } from "../../workspace/area";

/**
 * Returns whether searches of a list can have alerts: its table knows its new rows, and
 * others than the reader add rows.
 */
export const hasAlerts = (
  { workspace, sourceOf }: AlertLists,
  { row, single, owner }: Pick<Resource, "row" | "single" | "owner">,
): boolean =>
  !single &&
  !owner &&
  sourceOf(row, workspace.resources())?.created !== undefined;

/** The part of the host that knows the tables of lists. */
export type AlertLists = Pick<Host, "sourceOf"> & {
  workspace: Pick<Host["workspace"], "resources">;
};

/**
 * Sets when a search alerts its owner to new rows. Rows count as new from the moment
 * of turning alerts on; the first daily alert comes on the next day. A change between
 * daily and at once loses no new rows.
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
