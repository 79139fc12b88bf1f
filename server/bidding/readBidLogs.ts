import { logUserType } from "../../domain/bidStatus";
import type { Viewer } from "../../domain/access";
import { toJapanIso } from "../../domain/japanTime";
import type { Language } from "../../domain/limits";
import { visibleRow } from "../../domain/visible";
import type { BidLogsReply, BidStatus } from "../../generated/schemas";
import type { Context } from "../workspace/context";
import { visibleData } from "../workspace/records";
import { findLogEntries, findReadableBid } from "./bidQueries";

const mostEntries = 200;

/**
 * Returns the last 200 entries of a bid's log, newest first, with the changed
 * values that the viewer may see. Throws not_found for an unknown bid and for a
 * bid that the viewer may not read.
 */
export async function readBidLogs(
  context: Pick<Context, "database" | "messages" | "schemas">,
  request: { viewer: Viewer; language: Language; bidId: string },
): Promise<BidLogsReply> {
  const { messages, schemas } = context;
  const { kysely } = context.database;
  const { viewer, language, bidId } = request;
  const { user_id: userId } = await findReadableBid(kysely, viewer, bidId);
  const entries = await findLogEntries(kysely, {
    userId,
    bidId,
    most: mostEntries,
  });
  const row = visibleRow(schemas.row("bid"), viewer);
  const visible = (values: Record<string, unknown> | null) =>
    values && visibleData(values, row);
  return {
    success: true,
    logs: entries.map((entry) => ({
      date: toJapanIso(entry.at),
      userName:
        entry.actor_id === null
          ? messages.translate(language, "bidManager.system")
          : entry.actor_name,
      event: entry.event,
      ...(entry.reason !== null && { reason: entry.reason }),
      status: entry.bid_status as BidStatus | null,
      userType: logUserType({
        userType: entry.actor_type,
        level: entry.actor_level,
      }),
      // An entry without the changed values has the values after it.
      before: visible(entry.before),
      after: visible(
        entry.after ?? {
          bidStatus: entry.bid_status,
          bidAmount: entry.amount,
        },
      ),
    })),
  };
}
