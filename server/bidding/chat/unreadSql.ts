import { sql, type RawBuilder } from "kysely";
import { roleOf, type Viewer } from "../../../domain/access";
import { chatSideOf, type ChatSide } from "../../../domain/chat";

/** The columns of `bids` that note for each side whether messages are unread. */
export const unreadColumns = {
  client: "client_unread",
  dealer: "dealer_unread",
  agent: "agent_unread",
} as const satisfies Record<ChatSide, string>;

/** Returns whether a bid has messages that the viewer, who may read it, has not read. */
export function unreadSql(viewer: Viewer): RawBuilder<boolean> {
  const { userId } = viewer;
  const columnOf = (ownerId: string) =>
    sql.ref<boolean>(`bids.${unreadColumns[chatSideOf(viewer, ownerId)]}`);
  const own = columnOf(userId);
  return roleOf(viewer) === "dealer"
    ? sql`case when bids.user_id = ${userId} then ${own} else ${columnOf("")} end`
    : own;
}
