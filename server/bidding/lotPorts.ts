import { sql, type Transaction } from "kysely";
import { activeBidStatuses, bidStatuses } from "../../domain/bidStatus";
import { toJapanIso } from "../../domain/japanTime";
import { soldStatuses } from "../../domain/lotStatus";
import type { LateResult, LotArea, LotPorts } from "../catalog";
import { announceChange } from "../platform/changes";
import type { Tables } from "../platform/database/tables";
import { insertLogEntries, loggedActor } from "./bidQueries";
import { noteChange } from "./mails/queueBidMail";
import { findActiveBid } from "./presentBids";
import { copiedExtra, sharedColumns } from "./recordBid";

/**
 * Copies changed lots onto the bids on their present offering, in the transaction that
 * writes the lots. Bids on an earlier offering keep their copies until their own result
 * changes; they get a new change number, because they are no longer the client's bid on the lot. The version of a bid
 * stays the same, because no field that a manager edits has changed. `is_uss` stays as
 * well: it was decided when the bid was placed.
 */
export async function copyLotChangesToBids(
  trx: Transaction<Tables>,
  {
    area,
    lotIds,
    offeredAgain = [],
    postponed,
    lateResults = [],
  }: Parameters<LotPorts["lotsChanged"]>[1],
): Promise<void> {
  if (postponed) await notePostponed(trx, { area, ...postponed });
  const late = await copyLateResults(trx, lateResults);
  const copies = [
    ...sharedColumns.map((name) => ({
      column: name,
      value: sql.ref(`lots.${name}`),
    })),
    { column: "lot_status", value: sql.ref("lots.status") },
    { column: "result_revision", value: sql.ref("lots.result_revision") },
    { column: "extra", value: copiedExtra },
  ];
  const oldValues = copies.map(({ column }) => sql.ref(`bids.${column}`));
  const newValues = copies.map(({ value }) => value);
  const changes = copies.map(
    ({ column, value }) => sql`${sql.ref(column)} = ${value}`,
  );
  const { numAffectedRows } = await sql`
    update bids set ${sql.join(changes)}, seq = nextval('change_seq'),
      hold_due = hold_due or (bid_group_id is not null and bid_status in (${sql.join(activeBidStatuses)})
        and (bids.auction_at, lot_status) is distinct from (lots.auction_at, lots.status))
    from lots
    where lots.area = ${area} and lots.id = any(${lotIds}::bigint[])
      and bids.lot_id = lots.id and bids.lot_area = lots.area
      and bids.offering = lots.offering
      and (${sql.join(oldValues)}) is distinct from (${sql.join(newValues)})`.execute(
    trx,
  );
  const ended =
    offeredAgain.length > 0
      ? await trx
          .updateTable("bids")
          .set({ seq: sql`nextval('change_seq')` })
          .where(sql<boolean>`lot_id = any(${offeredAgain}::bigint[])`)
          .executeTakeFirst()
      : null;
  const named = await copyResultsToNamedBids(trx, { area, lotIds });
  // `writeLots` has announced before its first write, as announcing requires.
  if (numAffectedRows || ended?.numUpdatedRows || late || named)
    await announceChange(trx, "bids");
}

/** Copies results of earlier offerings onto their bids, and returns whether there are any. */
async function copyLateResults(
  trx: Transaction<Tables>,
  results: readonly LateResult[],
): Promise<boolean> {
  if (results.length === 0) return false;
  const { numAffectedRows } = await sql`
    update bids set lot_status = late.status, sold_price = late.price,
      result_revision = greatest(late.revision, bids.result_revision + 1),
      extra = (extra - 'winningBid') || jsonb_strip_nulls(
        jsonb_build_object('winningBid', late.winner)),
      seq = nextval('change_seq'),
      hold_due = hold_due or (bid_group_id is not null
        and bid_status in (${sql.join(activeBidStatuses)}))
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as late (
      "lotId" bigint, offering int, revision int, status int, price int, winner text)
    where bids.lot_id = late."lotId" and bids.offering = late.offering`.execute(
    trx,
  );
  return Boolean(numAffectedRows);
}

/**
 * Copies a sale onto the bid that it names, if the bid is on an earlier offering and has not
 * won: some houses date a negotiated sale to the day of the agreement, which looks like a new
 * offering. The settlement then decides these bids again. Returns whether there are any.
 */
async function copyResultsToNamedBids(
  trx: Transaction<Tables>,
  { area, lotIds }: { area: LotArea; lotIds: readonly string[] },
): Promise<boolean> {
  const winner = sql`lots.extra->>'winningBid'`;
  const { numAffectedRows } = await sql`
    update bids set lot_status = lots.status, sold_price = lots.sold_price,
      result_revision = greatest(lots.result_revision, bids.result_revision + 1),
      extra = bids.extra || jsonb_build_object('winningBid', ${winner}),
      seq = nextval('change_seq')
    from lots
    where lots.area = ${area} and lots.id = any(${lotIds}::bigint[])
      and lots.offering > 1 and lots.status in (${sql.join(soldStatuses)})
      and bids.lot_id = lots.id and bids.offering < lots.offering
      and bids.id::text = ${winner} and bids.bid_status <> ${bidStatuses.win}
      and (bids.lot_status, bids.sold_price, bids.extra->>'winningBid')
        is distinct from (lots.status, lots.sold_price, ${winner})`.execute(
    trx,
  );
  return Boolean(numAffectedRows);
}

/**
 * Logs on open bids that their lots are postponed, and notes it for the clients' next
 * mails. The bids still have the former time.
 */
async function notePostponed(
  trx: Transaction<Tables>,
  {
    area,
    lotIds,
    now,
  }: { area: LotArea; lotIds: readonly string[]; now: Date },
): Promise<void> {
  const bids = await trx
    .selectFrom("bids")
    .innerJoin("lots", (join) =>
      join
        .onRef("lots.area", "=", "bids.lot_area")
        .onRef("lots.id", "=", "bids.lot_id")
        .onRef("lots.offering", "=", "bids.offering"),
    )
    .select(["bids.id", "bids.user_id", "bids.amount", "bids.bid_status"])
    .select(["bids.auction_at as from", "lots.auction_at as to"])
    .where("lots.area", "=", area)
    .where(sql<boolean>`lots.id = any(${lotIds}::bigint[])`)
    .where("bids.bid_status", "in", activeBidStatuses)
    .execute();
  for (const { id, user_id, amount, bid_status, from, to } of bids) {
    const dated = (time: Date | null) =>
      JSON.stringify({ auctionDate: time && toJapanIso(time) });
    await insertLogEntries(trx, [
      {
        ...{ user_id, bid_id: id, at: now, amount, bid_status },
        ...loggedActor(null),
        event: "postponed",
        before: dated(from),
        after: dated(to),
      },
    ]);
    await noteChange(trx, { userId: user_id, bidId: id, at: now });
  }
}

/** Rewrites the area of the bids on moved lots, in the transaction that moves them. */
async function moveBidsWithLots(
  trx: Transaction<Tables>,
  {
    from,
    to,
    lotIds,
  }: { from: LotArea; to: LotArea; lotIds: readonly string[] },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update bids set lot_area = ${to}, seq = nextval('change_seq')
    where lot_area = ${from} and lot_id = any(${lotIds}::bigint[])`.execute(
    trx,
  );
  if (numAffectedRows) await announceChange(trx, "bids");
}

/** The reactions of bidding to changed lots. */
export const lotPorts: LotPorts = {
  lotsChanged: copyLotChangesToBids,
  lotsMoved: moveBidsWithLots,
  hasBid: async (trx, { userId, lotId }) =>
    (await findActiveBid(trx, userId, lotId)) !== undefined,
};
