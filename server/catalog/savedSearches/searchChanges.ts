import type { LiveTopic } from "../../platform/live";
import type { Context } from "../../workspace/context";
import { findSearchChanges } from "./savedSearchQueries";
import { viewedList } from "./viewedList";

/** Above this number of changed searches browsers load them all again. */
const mostChanges = 1_000;

/**
 * Makes the live topic of saved searches and views: the lists whose searches changed,
 * for their owner, and for the users with whom changed views are shared.
 */
export const searchChanges =
  (context: Pick<Context, "database" | "workspace" | "schemas">): LiveTopic =>
  async (range) => {
    const { kysely } = context.database;
    const most = mostChanges + 1;
    const found = await findSearchChanges(kysely, { ...range, most });
    if (found.length > mostChanges) return null;
    return (viewer) => {
      const seen = found.filter(
        ({ user_id, type, is_shared }) =>
          user_id === viewer.userId ||
          (is_shared &&
            viewedList(context, viewer, type)?.resource.savedViews?.share),
      );
      const types = [...new Set(seen.map(({ type }) => type))];
      return types.length > 0
        ? [{ name: "saved" as const, data: { types } }]
        : [];
    };
  };
