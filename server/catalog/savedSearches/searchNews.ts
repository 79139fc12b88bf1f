import type { Viewer } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";
import { eventsByUser, type LiveTopic } from "../../platform/live";
import type { Context } from "../../workspace/context";
import { findSearchChanges } from "./savedSearchQueries";
import { viewedList } from "./viewedList";

/** Above this number of changed searches browsers load them all again. */
const mostChanges = 1_000;

type Changed = Awaited<ReturnType<typeof findSearchChanges>>;

/**
 * Makes the live news of saved searches and views: the lists whose searches changed,
 * for their owner, and for the users with whom changed views are shared.
 */
export const searchNews = (
  context: Pick<Context, "database" | "workspace" | "schemas">,
): LiveTopic => ({
  reads: {
    searches: [{ table: "saved_searches" }, { table: "default_views" }],
  },
  read: async (range) => {
    const { kysely } = context.database;
    const most = mostChanges + 1;
    const found = await findSearchChanges(kysely, { ...range, most });
    if (found.length > mostChanges) return null;
    const shared = found.filter(({ is_shared }) => is_shared);
    const sharedWith = (viewer: Viewer) =>
      shared.filter(
        ({ type }) =>
          viewedList(context, viewer, type)?.resource.savedViews?.share,
      );
    return {
      byRights: (viewer) => eventsOf(sharedWith(viewer)),
      byUser: eventsByUser(found, (own) => (viewer) => {
        const known = new Set(sharedWith(viewer).map(({ type }) => type));
        return eventsOf(own.filter(({ type }) => !known.has(type)));
      }),
    };
  },
});

function eventsOf(changed: Changed): LiveEvent[] {
  const types = [...new Set(changed.map(({ type }) => type))];
  return types.length > 0 ? [{ name: "saved", data: { types } }] : [];
}
