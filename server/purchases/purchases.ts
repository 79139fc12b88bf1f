import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { japanDay } from "../../domain/japanTime";
import type { Tracks } from "../../domain/purchase/tracks";
import type { BidPorts } from "../bidding";
import { hasCosts } from "../payments";
import { announceChange } from "../platform/changes";
import type { Tables } from "../platform/database/tables";
import { inTransaction } from "../platform/database";
import { failure } from "../platform/errors";
import { repeatUntilDone, type Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import {
  prepareRecord,
  writeRecord,
  type AnyAuthor,
  type RecordData,
  type StoredRecord,
} from "../workspace/records";
import { keepCausedLines } from "./causedLines";
import { partiesOf, type PartyScope } from "./parties";
import { purchaseKind, tracksOf } from "./purchaseKind";
import { purchasePage } from "./visiblePurchase";
import { snapshotOf } from "./wonCar";

type Scope = Pick<Context, "schemas" | "recordKinds">;
type Trx = Transaction<Tables>;
type Won = Parameters<BidPorts["purchases"]["create"]>[1];

/** The rows of purchases: each belongs to the client who has won the car. */
const purchaseRows = {
  row: purchaseKind.row,
  owner: { field: "clientId" },
};

/**
 * Creates the purchase of a won bid. A cancelled purchase of the same bid goes on where it
 * was; any other stays as it is. The caller holds the lock of the bid.
 */
async function createPurchase(
  scope: Scope & PartyScope,
  trx: Trx,
  won: Won,
): Promise<void> {
  const found = await lockPurchase(scope, trx, won);
  if (!found) {
    const data = {
      ...(await snapshotOf(trx, won)),
      ...(await partiesOf(scope, trx, won.userId)),
    };
    const id = await write(scope, trx, { ...won, found, data });
    const { userId, bidId } = won;
    await trx
      .insertInto("purchases")
      .values({ user_id: userId, bid_id: bidId, record_id: id })
      .execute();
    return;
  }
  const { data } = found.before;
  if (tracksOf(data).ending === "cancelled")
    await write(scope, trx, {
      ...{ ...won, found },
      data: { ...data, ...goingOn },
    });
}

/** A purchase that goes on has not ended, and owes no penalty. */
const goingOn = { ending: "none", endingReason: null, cancelPenalty: null };

/**
 * Marks the purchase of a bid that is not won any more as cancelled, which also ends a resale.
 * A purchase in progress is taken back only with a reason: any track has left its first state,
 * or costs are booked. The caller holds the lock of the bid.
 *
 * @throws purchase_advanced
 */
async function cancelPurchase(
  scope: Scope,
  trx: Trx,
  { reason, ...lost }: Won & { reason?: string | undefined },
): Promise<void> {
  const found = await lockPurchase(scope, trx, lost);
  if (!found) return;
  const { data } = found.before;
  if (tracksOf(data).ending === "cancelled") return;
  const isInProgress =
    hasAdvanced(tracksOf(data)) || (await hasCosts(trx, lost.bidId));
  if (reason === undefined && isInProgress) throw failure("purchase_advanced");
  await write(scope, trx, {
    ...{ ...lost, found },
    data: { ...data, ...ended },
  });
}

const ended = {
  ending: "cancelled",
  cancelPenalty: null,
  resaleProceeds: null,
};

const hasAdvanced = (tracks: Tracks): boolean =>
  tracks.carState !== "won" ||
  tracks.papersState !== "waiting" ||
  tracks.moneyState !== "open" ||
  tracks.claimState !== "none" ||
  tracks.ending !== "none";

/** Changes fields of a purchase without the rules of its transitions, as demo data do. */
export async function changePurchase(
  scope: Scope,
  trx: Trx,
  { changes, ...changed }: Won & { changes: RecordData },
): Promise<void> {
  const found = await lockPurchase(scope, trx, changed);
  if (!found) return;
  const data = { ...found.before.data, ...changes };
  await write(scope, trx, { ...changed, found, data });
}

/**
 * Stores changes of the program in a purchase, with the derived fields by the rules that act
 * now. Returns 1 if the purchase has changed, else 0.
 */
export async function rewritePurchase(
  scope: Scope,
  trx: Trx,
  { id, at, changes = {} }: { id: string; at: Date; changes?: RecordData },
): Promise<number> {
  const before = await trx
    .selectFrom("records")
    .select(["data", "version"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return 0;
  const { data } = before;
  const prepared = await prepareRecord(scope, trx, purchaseRows, {
    ...{ ...data, ...changes },
  });
  if (isDeepStrictEqual(prepared.after, data)) return 0;
  await announceChange(trx, "records");
  const author = { userId: null, userName: "", at };
  const { row } = purchaseRows;
  await writeRecord(trx, { row, id, author, before, ...prepared });
  return 1;
}

type FoundPurchase = { id: string; before: StoredRecord };

/** Locks and returns the purchase of a bid; undefined without a purchase. */
async function lockPurchase(
  scope: Scope,
  trx: Trx,
  won: Won,
): Promise<FoundPurchase | undefined> {
  const found = await trx
    .selectFrom("purchases")
    .select(["record_id", "status", "purchased_at"])
    .where("user_id", "=", won.userId)
    .where("bid_id", "=", won.bidId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return undefined;
  const id = found.record_id ?? (await adopt(scope, trx, { ...won, ...found }));
  const before = await trx
    .selectFrom("records")
    .select(["data", "version"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { id, before };
}

/** The tracks of a purchase by the public status that a former version kept. */
const formerTracks: Readonly<Record<number, RecordData>> = {
  1: { carState: "collected" },
  2: { carState: "inYard" },
  3: { carState: "booked" },
  4: { carState: "sailed" },
  5: { carState: "released", papersState: "sent", moneyState: "received" },
  6: { carState: "shippingCancelled" },
  7: { ending: "cancelled" },
  8: { ending: "resold" },
};

/** Adds the record of a locked purchase of a former version, and returns its id. */
async function adopt(
  scope: Scope,
  trx: Trx,
  former: Won & { status: number | null; purchased_at: Date | null },
): Promise<string> {
  const { userId, bidId, status, purchased_at } = former;
  const day = purchased_at ? japanDay(purchased_at) : former.day;
  const data = {
    ...(await snapshotOf(trx, { ...former, day })),
    ...(status === null ? {} : formerTracks[status]),
  };
  const actor = "system" as const;
  const id = await write(scope, trx, {
    ...former,
    actor,
    found: undefined,
    data,
  });
  await trx
    .updateTable("purchases")
    .set({ record_id: id, status: null })
    .where("user_id", "=", userId)
    .where("bid_id", "=", bidId)
    .execute();
  return id;
}

/** Makes the job that gives purchases of a former version their records. */
export const adoptionJob = (
  scope: Scope & Pick<Context, "database" | "clock">,
): Job => ({
  name: "purchase-records",
  everySeconds: 300,
  run: (signal) =>
    repeatUntilDone(signal, () =>
      inTransaction(scope.database, async (trx) => {
        const at = scope.clock.now();
        const former = await trx
          .selectFrom("purchases")
          .select(["user_id as userId", "bid_id as bidId"])
          .where("record_id", "is", null)
          .orderBy("id")
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!former) return null;
        const day = japanDay(at);
        await lockPurchase(scope, trx, { ...former, actor: "system", day, at });
        return 1;
      }),
    ),
});

async function write(
  scope: Scope,
  trx: Trx,
  {
    found,
    data,
    actor,
    at,
  }: Won & { found: FoundPurchase | undefined; data: RecordData },
): Promise<string> {
  const author: AnyAuthor =
    actor === "system"
      ? { userId: null, userName: "", at }
      : { userId: actor.userId, userName: actor.fullName, at };
  const prepared = await prepareRecord(scope, trx, purchaseRows, data);
  await announceChange(trx, "records");
  const id = await writeRecord(trx, {
    ...{ row: purchaseRows.row, author, ...prepared },
    ...(found ?? { before: null }),
  });
  const before = found?.before.data ?? {};
  await keepCausedLines(trx, { before, after: prepared.after, author });
  return id;
}

/** Returns the reactions of purchases to changed bids. */
export const bidPorts = (
  scope: Scope & PartyScope & Parameters<typeof purchasePage>[0],
): BidPorts => ({
  purchases: {
    create: (trx, won) => createPurchase(scope, trx, won),
    cancel: (trx, lost) => cancelPurchase(scope, trx, lost),
    pageOf: (trx, viewer, bid) => purchasePage(scope, trx, viewer, bid),
  },
});
