import { isAllowed } from "../../../domain/access";
import { eventsByUser, type LiveTopic } from "../../platform/live";
import type { Context } from "../../workspace/context";
import { findChangedAlerts } from "./alertQueries";
import { alertSource } from "./alertLists";

/** Above this number of changed alerts browsers load their lists again. */
const mostChanges = 1_000;

/**
 * Makes the live news of alerts: the viewer's new alerts, and a hint that the counter of
 * the menu has changed. An alert that was read stays marked as new in open lists, so that
 * its reader can see which alerts were new.
 */
export const alertNews = ({
  database: { kysely },
  workspace,
}: Pick<Context, "database" | "workspace">): LiveTopic => ({
  reads: { alerts: [{ table: "alerts" }] },
  read: async (range) => {
    const most = mostChanges + 1;
    const found = await findChangedAlerts(kysely, { ...range, most });
    if (found.length > mostChanges) return null;
    const lists = workspace
      .resources()
      .filter(({ row }) => row === alertSource.row);
    return {
      byUser: eventsByUser(found, (own) => (viewer) => {
        const ids = own
          .filter(({ read_at }) => read_at === null)
          .map(({ id }) => id);
        const changed = lists
          .filter(({ access }) => ids.length > 0 && isAllowed(access, viewer))
          .map(({ name: list }) => ({ list, ids }));
        return [
          ...(changed.length > 0
            ? [{ name: "records" as const, data: { lists: changed } }]
            : []),
          { name: "counters" as const, data: {} },
        ];
      }),
    };
  },
});
