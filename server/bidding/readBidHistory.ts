import type { Viewer } from "../../domain/access";
import { toJapanIso } from "../../domain/japanTime";
import type { Language } from "../../domain/limits";
import { visibleRow } from "../../domain/visible";
import type { RecordHistoryReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Context } from "../workspace/context";
import { visibleData } from "../workspace/records";
import { findBidOwner, findLogEntries } from "./bidQueries";
import { mayRead } from "./bidSource";

/**
 * Returns the changes of a bid from its log, newest first, with the fields that
 * the viewer may see. Throws not_found for an unknown bid and for a bid that the
 * viewer may not read.
 */
export async function readBidHistory(
  {
    database,
    messages,
    schemas,
  }: Pick<Context, "database" | "messages" | "schemas">,
  request: {
    viewer: Viewer;
    language: Language;
    bidId: string;
    page: number;
    pageSize: number;
  },
): Promise<RecordHistoryReply> {
  const { viewer, language, bidId, page, pageSize } = request;
  const owner = await findBidOwner(database.kysely, bidId);
  if (!owner || !mayRead(viewer, owner)) throw failure("not_found");
  const { entries, total } = await findLogEntries(database.kysely, {
    userId: owner.user_id,
    bidId,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  const row = visibleRow(schemas.row("bid"), viewer);
  const shown = (values: Record<string, unknown> | null) =>
    values && visibleData(values, row);
  return {
    success: true,
    history: entries.map((entry) => {
      const { id, at, actor_id, actor_name, event, before, after } = entry;
      // An entry without the changed values has the values after it.
      const known = { bidStatus: entry.bid_status, bidAmount: entry.amount };
      return {
        id,
        at: toJapanIso(at),
        user:
          actor_id === null
            ? messages.translate(language, "bidManager.system")
            : actor_name,
        action: event === "placed" ? "create" : "update",
        before: shown(before),
        after: shown(after ?? known),
      };
    }),
    pageInfo: {
      page,
      pageSize,
      totalSearchResults: total,
      totalResults: total,
    },
  };
}
