import type { Viewer } from "../../../domain/access";
import type { OfferingWord } from "../../../domain/lotResult";
import { bidStatuses } from "../../../domain/bidStatus";
import { settlementJob } from "../../../server/bidding/settlement/settleBids";
import { placeBid } from "../../../server/bidding/placeBid";
import { writeLots } from "../../../server/catalog";
import { lotPorts } from "../../../server/bidding";
import type { Database } from "../../../server/platform/database";
import { rowOf } from "./changes";
import {
  addClient,
  addLot,
  bidOn,
  lotOf,
  noon,
  type contextOf,
} from "./support";

/** The time of the auctions of these tests, and a time after their results. */
export const auctionDate = "2026-11-20T15:00:00+09:00";
export const evening = "2026-11-20T20:00:00+09:00";

/** The state of a bid by what has happened to it; prices are yen. */
export const open = {
  status: 1,
  decision: null as string | null,
  hold: "pending" as string | null,
  debts: [] as number[],
};
export const asks = (decision: string) => ({ ...open, decision });
export const lost = { ...open, status: bidStatuses.finished, hold: "released" };
export const won = (price: number) => ({
  ...open,
  status: bidStatuses.win,
  hold: "posted",
  debts: [price],
});

/** Returns what happens on the day of an auction, over one database. */
export function auctionsOf({ context, setNow }: ReturnType<typeof contextOf>) {
  const { signal } = new AbortController();

  /** Lets the auctions and bids of the present time settle. */
  const sweep = () => settlementJob(context).run(signal);

  /** Places a bid before the auction; the amount is yen. */
  async function bid(options: {
    viewer?: Viewer;
    amount?: number;
    lotId?: string;
    auctionDate?: string;
    bidGroup?: number;
  }) {
    setNow(noon);
    const viewer = options.viewer ?? (await addClient(context.database));
    const at = { auctionDate: options.auctionDate ?? auctionDate };
    const lotId = options.lotId ?? (await addLot(context.database, at));
    const { result } = await placeBid(context, {
      client: { viewer, fullName: "Anna" },
      body: bidOn(lotId, {
        amount: options.amount ?? 500_000,
        bidGroup: options.bidGroup ?? -1,
      }),
      key: null,
    });
    return { viewer, lotId, bidId: result.bidId };
  }

  /** Imports new values of a lot, as a feed does. */
  async function importLot(
    lotId: string,
    fields: Record<string, unknown>,
    word: OfferingWord | null = null,
  ) {
    const { kysely } = context.database;
    const lot = await kysely
      .selectFrom("lots")
      .select(["source_id", "auction_at"])
      .where("area", "=", "auction")
      .where("id", "=", lotId)
      .executeTakeFirstOrThrow();
    const kept = { auctionDate: lot.auction_at?.toISOString(), ...fields };
    await kysely.transaction().execute((trx) =>
      writeLots(trx, "auction", [{ ...lotOf(lot.source_id, kept), word }], {
        ports: lotPorts,
      }),
    );
  }

  /** The parts of a bid that a settlement changes, with the state of its money. */
  async function settled(bidId: string) {
    const { kysely } = context.database;
    const row = await rowOf(context, bidId);
    const hold = await lastHold(kysely, bidId);
    const debts = await kysely
      .selectFrom("ledger_transfers")
      .select("amount")
      .where("bid_id", "=", bidId)
      .execute();
    return {
      status: row.bid_status,
      decision: row.decision_reason,
      hold: hold?.state ?? null,
      debts: debts.map(({ amount }) => Number(amount)),
    };
  }

  return { sweep, bid, importLot, settled };
}

/** Returns the newest hold of a bid outside of groups. */
const lastHold = (db: Database["kysely"], bidId: string) =>
  db
    .selectFrom("account_holds")
    .select("state")
    .where("bid_id", "=", bidId)
    .orderBy("id", "desc")
    .executeTakeFirst();
