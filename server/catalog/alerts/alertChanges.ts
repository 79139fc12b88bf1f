import { isAllowed } from "../../../domain/access";
import type { LiveTopic } from "../../platform/live";
import type { Context } from "../../workspace/context";
import { findChangedAlerts } from "./alertQueries";
import { alertSource } from "./alertLists";

/** Above this number of changed alerts browsers load their lists again. */
const mostChanges = 1_000;

/**
 * Makes the live topic of alerts: the viewer's new alerts, and a hint that the counter of
 * the menu has changed. An alert that was read stays marked as new in open lists, so that
 * its reader can see which alerts were new.
 */
export const alertChanges =
  ({
    database: { kysely },
    workspace,
  }: Pick<Context, "database" | "workspace">): LiveTopic =>
  async (range) => {
    const most = mostChanges + 1;
    const found = await findChangedAlerts(kysely, { ...range, most });
    if (found.length > mostChanges) return null;
    const lists = workspace
      .resources()
      .filter(({ row }) => row === alertSource.row);
    return (viewer) => {
      const own = found.filter(({ user_id }) => user_id === viewer.userId);
      if (own.length === 0) return [];
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
    };
  };
