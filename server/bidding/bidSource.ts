import { sql, type RawBuilder } from "kysely";
import {
  hasFlag,
  isStaff,
  roleOf,
  userLevels,
  userTypes,
  type Viewer,
} from "../../domain/access";
import { activeBidStatuses, bidStatuses } from "../../domain/bidStatus";
import { readableOwners } from "../../domain/readableOwners";
import { chatSideOf, type ChatSide } from "../../domain/chat";
import { carFields } from "../catalog";
import type { Clock } from "../platform/clock";
import type { RowSource, Scope } from "../workspace/listing";

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

/**
 * Returns whether the viewer has not read messages about the bid with this id, of a client who
 * is given as well. The viewer may read the bid.
 */
export const chatUnreadSql = (
  viewer: Viewer,
  {
    userId,
    bidId,
  }: { userId: RawBuilder<unknown>; bidId: RawBuilder<unknown> },
): RawBuilder<boolean> => sql`coalesce((select ${unreadSql(viewer)} from bids
  where bids.user_id = ${userId} and bids.id = ${bidId}), false)`;

/** The choice that stands for a manager whose name is not shown. */
const companyManager = "@company";

const expressionOf = (expression: RawBuilder<unknown>) =>
  ({ kind: "expression", expression }) as const;

/**
 * Returns a text about the manager of a bid: who changed it last, else the
 * client's manager.
 */
const managerOf = (text: RawBuilder<unknown>) =>
  expressionOf(sql`(
    select ${text} from users as client
    join users as manager
      on manager.id = coalesce(bids.manager_id, client.manager_id)
    where client.id = bids.user_id)`);

/** Returns a value of the client whose bid it is. */
const ofClient = (value: RawBuilder<unknown>) =>
  expressionOf(sql`(
    select ${value} from users where users.id = bids.user_id)`);

/** Returns the name of a level as tables of rates write it. */
const levelName = (level: RawBuilder<unknown>) =>
  sql`case ${level} ${sql.join(
    Object.entries(userLevels).map(
      ([name, number]) => sql`when ${sql.lit(number)} then ${sql.lit(name)}`,
    ),
    sql` `,
  )} end`;

/** Returns a value of the bid that has won the car if it is another one. */
const ofWinner = (value: RawBuilder<unknown>) =>
  expressionOf(sql`(
    select ${value} from bids as winner
    where winner.lot_id = bids.lot_id and winner.offering = bids.offering
      and winner.bid_status = ${bidStatuses.win} and winner.id <> bids.id)`);

/**
 * The table of bids, with the fields copied from their lots. The role decides
 * which rows a viewer may read, in every list: clients read their own bids,
 * dealers with dealerBidAccess also the bids of their clients, managers and
 * administrators all bids.
 */
export const bidSource = {
  row: "bid",
  table: "bids",
  id: "id",
  // The lot's other fields are copied here under their own names.
  extra: "extra",
  fields: {
    ...carFields,
    bidId: { kind: "id", column: "id" },
    id: { kind: "id", column: "lot_id" },
    autoBid: { kind: "column", column: "auto_bid" },
    // The price that a manager recorded, else the lot's.
    soldPrice: {
      kind: "expression",
      expression: sql<number | null>`
        coalesce(bids.manager_sold_price, bids.sold_price)`,
    },
    isPriceRecorded: {
      kind: "expression",
      expression: sql<boolean>`(bids.manager_sold_price is not null)`,
    },
    lotType: { kind: "column", column: "lot_area" },
    isUss: { kind: "column", column: "is_uss" },
    status: { kind: "column", column: "lot_status" },
    bidDate: { kind: "column", column: "placed_at", day: "placed_day" },
    bidAmount: { kind: "column", column: "amount" },
    bidStatus: { kind: "column", column: "bid_status" },
    bidGroup: { kind: "column", column: "bid_group_id" },
    groupRank: { kind: "column", column: "group_rank" },
    needsDecision: { kind: "column", column: "needs_decision" },
    decisionReason: { kind: "column", column: "decision_reason" },
    winnerBid: ofWinner(sql`winner.id::text`),
    winnerVersion: ofWinner(sql`winner.version`),
    winner: ofWinner(sql`(
      select full_name from users where users.id = winner.user_id)`),
    exportType: { kind: "column", column: "export_type_id" },
    adjustmentPrice: { kind: "column", column: "adjustment_price" },
    version: { kind: "column", column: "version" },
    // Inputs of the whole price of the car.
    wonPrice: {
      kind: "expression",
      expression: sql<number | null>`case
        when bids.bid_status = ${sql.lit(bidStatuses.win)}
        then coalesce(bids.manager_sold_price, bids.sold_price) end`,
    },
    clientId: { kind: "id", column: "user_id" },
    clientLevel: ofClient(levelName(sql.ref("users.user_level"))),
    clientPort: ofClient(sql.ref("users.destination")),
    userId: { kind: "id", column: "user_id" },
    user: expressionOf(sql`(
      select full_name from users where users.id = bids.user_id)`),
    manager: managerOf(sql`manager.full_name`),
    bidType: { kind: "expression", expression: sql<string | null>`null::text` },
    message: expressionOf(sql`(
      select text from bid_messages
      where bid_messages.user_id = bids.user_id and bid_id = bids.id
      order by bid_messages.id desc limit 1)`),
    // The side of managers, who have an index for it; `fieldsFor` has the other sides.
    unread: { kind: "column", column: "agent_unread" },
    // Each side of the chat has read other messages.
    isRead: { kind: "computed" },
    // It depends on the bids of other clients.
    rivals: { kind: "computed" },
    // It depends on the time; see `bidSourceAt`.
    closesSoon: { kind: "expression", expression: sql<boolean>`false` },
    auctionHour: {
      kind: "expression",
      expression: sql<number | null>`nullif(
        extract(hour from bids.auction_at at time zone 'Asia/Tokyo')::int, 0)`,
    },
    invoiceAvailable: { kind: "expression", expression: sql<boolean>`false` },
    // Viewer-specific fields of lots are not stored.
    myBid: { kind: "computed" },
    myBidAmount: { kind: "computed" },
    wishList: { kind: "computed" },
  },
  fieldsFor: (viewer) => ({
    ...(roleOf(viewer) === "client"
      ? { user: { kind: "expression", expression: sql<null>`null::text` } }
      : {}),
    ...(isStaff(roleOf(viewer))
      ? {}
      : { unread: { kind: "expression", expression: unreadSql(viewer) } }),
    bidType: {
      kind: "expression",
      expression: sql<string>`case when bids.user_id = ${viewer.userId}
        then 'Mine' else 'Clients' end`,
    },
    // Clients do not learn the names of managers, whatever a declaration shows.
    manager: managerOf(
      viewer.userType === userTypes.manager
        ? sql`case when manager.id = ${viewer.userId} then ${companyManager}
            else manager.full_name end`
        : sql`${companyManager}::text`,
    ),
  }),
  ownerColumn: "user_id",
  scope: ({ viewer }) => bidScope(viewer),
} as const satisfies RowSource;

const dayMs = 24 * 3_600_000;

/** Returns the source with the fields that depend on the time of `clock`. */
export const bidSourceAt = (clock: Clock): RowSource => ({
  ...bidSource,
  fieldsFor: (viewer) => {
    const now = clock.now();
    const soon = new Date(now.getTime() + dayMs);
    return {
      ...bidSource.fieldsFor(viewer),
      closesSoon: expressionOf(sql`coalesce(
        bids.bid_status in (${sql.join(activeBidStatuses)})
        and bids.lot_area <> 'stock'
        and bids.auction_at > ${now} and bids.auction_at <= ${soon}, false)`),
    };
  },
});

/** Returns which bids a viewer may read. */
export const bidScope = (viewer: Viewer): Scope => ({
  owner: readableOwners(viewer, {
    withClients: hasFlag(viewer, "dealerBidAccess"),
  }),
});

/** Whether a bid is in the scope of a viewer. */
export function mayRead(
  viewer: Viewer,
  bid: { user_id: string; dealer_id: string | null },
): boolean {
  const { owner } = bidScope(viewer);
  if (typeof owner === "string") return owner === "anyone";
  const { userId, withClients } = owner;
  return bid.user_id === userId || (withClients && bid.dealer_id === userId);
}
