import {
  sql,
  type Insertable,
  type InsertObject,
  type Transaction,
  type Updateable,
} from "kysely";
import { roleIds, userLevels, type Viewer } from "../../domain/access";
import { activeBidStatuses, bidStatuses } from "../../domain/bidStatus";
import type { LoggedStatusChange } from "../../domain/bidTransitions";
import { lastChangeFor, type LastChange } from "../../domain/lastChange";
import { findClientRights } from "../identity";
import type { Reader, Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import { scopeSql } from "../workspace/listing";
import { bidScope, bidSource, mayRead } from "./bidSource";

/** Finds the client, dealer and lot of a bid without locking anything. */
export const findBidOwner = (db: Reader, bidId: string) =>
  db
    .selectFrom("bids")
    .innerJoin("users", "users.id", "bids.user_id")
    .select(["bids.user_id", "users.dealer_id"])
    .select(["bids.lot_area", "bids.lot_id"])
    .where("bids.id", "=", bidId)
    .executeTakeFirst();

/** Returns the bids that the viewer may read, in the given order. */
export async function findReadableBids(
  db: Reader,
  viewer: Viewer,
  bidIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("bids")
    .select("id")
    .where(sql<boolean>`bids.id = any(${bidIds}::bigint[])`)
    .where(scopeSql(bidSource, bidScope(viewer)))
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  return bidIds.filter((id) => found.has(id));
}

const editedColumns = [
  "bids.id",
  "bids.user_id",
  "bids.lot_area",
  "bids.lot_id",
  "bids.lot_status",
  "bids.auction_at",
  "bids.start_price",
  "bids.amount",
  "bids.bid_status",
  "bids.bid_group_id",
  "bids.group_round",
  "bids.offering",
  "bids.result_revision",
  "bids.decided_revision",
  "bids.decision_reason",
  "bids.won_price",
  "bids.released_from",
  "bids.export_type_id",
  "bids.adjustment_price",
  "bids.auto_bid",
  "bids.needs_confirmation",
  "bids.sold_price",
  "bids.manager_sold_price",
  "bids.placed_at",
  "bids.version",
] as const;

/** Returns a bid, with the present rights of its client, and locks it. */
export async function lockBid(
  trx: Transaction<Tables>,
  userId: string,
  bidId: string,
) {
  const bid = await trx
    .selectFrom("bids")
    .select(editedColumns)
    .where("bids.user_id", "=", userId)
    .where("bids.id", "=", bidId)
    .forUpdate()
    .executeTakeFirst();
  return bid && { ...bid, client: await findClientRights(trx, userId) };
}

/** A bid with the columns that a change may concern. */
export type BidRow = NonNullable<Awaited<ReturnType<typeof lockBid>>>;

/** Writes the values with a new version and change number. */
export async function updateBid(
  trx: Transaction<Tables>,
  bid: BidRow,
  values: Updateable<Tables["bids"]>,
): Promise<BidRow> {
  const written = await trx
    .updateTable("bids")
    .set({ ...values, version: bid.version + 1 })
    .set({ seq: sql`nextval('change_seq')` })
    .where("user_id", "=", bid.user_id)
    .where("id", "=", bid.id)
    .returning(editedColumns)
    .executeTakeFirstOrThrow();
  return { ...written, client: bid.client };
}

/** Returns the last logged change of a bid; null if it changed no status. */
export async function findLastStatusChange(
  db: Reader,
  { user_id, id }: Pick<BidRow, "user_id" | "id">,
): Promise<LoggedStatusChange | null> {
  const last = await db
    .selectFrom("bid_log")
    .select(["actor_id", "at", "event", "before", "after"])
    .where("user_id", "=", user_id)
    .where("bid_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.event !== "status" || !last.before || !last.after) return null;
  return {
    actorId: last.actor_id,
    at: last.at,
    from: numberOf(last.before.bidStatus),
    to: numberOf(last.after.bidStatus),
  };
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" ? value : undefined;

/**
 * Gives the other bids on an offering a new change number, so that open pages show whether
 * one of them has won. The caller holds the lock of the lot.
 */
export const touchOtherBids = (
  trx: Transaction<Tables>,
  { id, lot_id, offering }: Pick<BidRow, "id" | "lot_id" | "offering">,
) =>
  trx
    .updateTable("bids")
    .set({ seq: sql`nextval('change_seq')` })
    .where("lot_id", "=", lot_id)
    .where("offering", "=", offering)
    .where("id", "<>", id)
    .execute();

export const insertBid = (
  trx: Transaction<Tables>,
  bid: InsertObject<Tables, "bids">,
) =>
  trx.insertInto("bids").values(bid).returning("id").executeTakeFirstOrThrow();

type LogEntry = Omit<Insertable<Tables["bid_log"]>, "actor_level">;

/** The columns of the log that name the actor; the system has no account. */
export const loggedActor = (
  person: { viewer: Viewer; fullName: string } | null,
) =>
  person
    ? {
        actor_id: person.viewer.userId,
        actor_name: person.fullName,
        actor_type: person.viewer.userType,
      }
    : { actor_id: null, actor_name: "System", actor_type: userLevels.system };

/** Writes log entries with the present level of their authors. */
export const insertLogEntries = (
  trx: Transaction<Tables>,
  entries: readonly LogEntry[],
) =>
  trx
    .insertInto("bid_log")
    .values(
      entries.map((entry) => ({
        ...entry,
        actor_level: sql<number | null>`(
          select case when role_id = ${roleIds.dealer} then role_id else user_level end
          from users where id = ${entry.actor_id})`,
      })),
    )
    .execute();

/** Returns the newest entries of a bid's log, newest first. */
export const findLogEntries = (
  db: Reader,
  of: { userId: string; bidId: string; most: number },
) =>
  db
    .selectFrom("bid_log")
    .select(["at", "actor_id", "actor_name", "actor_type", "actor_level"])
    .select(["event", "amount", "bid_status", "before", "after", "reason"])
    .where("user_id", "=", of.userId)
    .where("bid_id", "=", of.bidId)
    .orderBy("id", "desc")
    .limit(of.most)
    .execute();

/** Returns who last changed a bid, as far as the viewer may know. */
export async function findLastChange(
  db: Reader,
  { user_id: userId, id: bidId }: Pick<BidRow, "user_id" | "id">,
  viewer: Viewer,
): Promise<LastChange | undefined> {
  const [last] = await findLogEntries(db, { userId, bidId, most: 1 });
  return (
    last &&
    lastChangeFor(viewer, {
      at: last.at,
      actorId: last.actor_id,
      actorName: last.actor_name,
      actorType: last.actor_type,
    })
  );
}

/** Returns the entry with which a bid was accepted, with its lot and client. */
export const findPlacedEntry = (db: Reader, userId: string, bidId: string) =>
  db
    .selectFrom("bid_log")
    .innerJoin("bids", (join) =>
      join
        .onRef("bids.user_id", "=", "bid_log.user_id")
        .onRef("bids.id", "=", "bid_log.bid_id"),
    )
    .innerJoin("users", "users.id", "bids.user_id")
    .select(["bid_log.id", "bid_log.at", "bid_log.amount"])
    .select(["bids.lot_area", "bids.lot_id"])
    .select(["users.full_name", "users.language_id"])
    .where("bid_log.user_id", "=", userId)
    .where("bid_log.bid_id", "=", bidId)
    .where("bid_log.event", "=", "placed")
    .orderBy("bid_log.id")
    .limit(1)
    .executeTakeFirst();

/** Counts the new bids that the viewer may read, for the badge of the menu. */
export async function countWaitingBids(
  db: Reader,
  viewer: Viewer,
): Promise<number> {
  const row = await db
    .selectFrom("bids")
    .select(sql<string>`count(*)`.as("count"))
    .where("bid_status", "=", bidStatuses.new)
    .where(scopeSql(bidSource, bidScope(viewer)))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Finds bids by a range of change numbers, with their client and dealer. */
export const findChangedBids = (
  db: Reader,
  { after, upTo, most }: { after: bigint; upTo: bigint; most: number },
) =>
  db
    .selectFrom("bids")
    .innerJoin("users", "users.id", "bids.user_id")
    .select(["bids.id", "bids.lot_id", "bids.user_id", "users.dealer_id"])
    .where("bids.seq", ">", String(after))
    .where("bids.seq", "<=", String(upTo))
    .orderBy("bids.seq")
    .limit(most)
    .execute();

/** Returns the ids of the active bids on some lots. */
export async function findActiveBidsOn(
  db: Reader,
  lotIds: readonly string[],
): Promise<string[]> {
  if (lotIds.length === 0) return [];
  const rows = await db
    .selectFrom("bids")
    .select("id")
    .where(sql<boolean>`lot_id = any(${lotIds}::bigint[])`)
    .where("bid_status", "in", activeBidStatuses)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the client, dealer and lot of a bid. Throws not_found for an unknown
 * bid and for a bid that the viewer may not read.
 */
export async function findReadableBid(
  db: Reader,
  viewer: Viewer,
  bidId: string,
) {
  const owner = await findBidOwner(db, bidId);
  if (!owner || !mayRead(viewer, owner)) throw failure("not_found");
  return owner;
}
