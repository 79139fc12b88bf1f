import { sql } from "kysely";
import { activeBidStatuses } from "../../domain/bidStatus";
import { bidIncrement } from "../../domain/limits";
import { finishedStatuses } from "../../domain/lotStatus";
import { meetByProxy, type ProxyBid } from "../../domain/proxyBidding";
import { settleBids, type BidContext } from "../bidding";
import { importRows, type ImportContext } from "../feed";
import type { Database } from "../platform/database";
import { placesOn } from "./generateFeed";
import { lotOutcome, lotRow, sourceId } from "./lotRow";
import type { AjesRow, LotPlace } from "./lotRow";
import { feedStatuses } from "./outcome";

/** The mapping of the demo's feed. */
const feed = "ajes";
/** The reserve of an unsold lot is at least this much above its highest bid. */
const reserveShare = 1.05;

/**
 * Decides the auctions of lots with active bids whose result is due. The bids meet
 * the generated competition by proxy bidding; a bid that wins is named by the
 * result. The results are imported and settled one after another in the order of
 * their times, so that a call after hours of downtime has the same results as
 * calls at the time of each auction.
 */
export async function decideAuctions(
  context: ImportContext & BidContext,
  {
    now,
    signal,
    ...made
  }: {
    seed: string;
    scale: number;
    now: Date;
    signal: AbortSignal | undefined;
  },
): Promise<void> {
  const open = await findOpenLots(context.database, now);
  if (open.size === 0) return;
  const due = [...placesOn([...new Set(open.values())], made)]
    .filter(({ timing }) => timing.resultAt <= now.getTime())
    .filter(({ sale, index }) => open.has(sourceId(sale, index)))
    .toSorted((a, b) => a.timing.resultAt - b.timing.resultAt);
  for (const place of due) {
    signal?.throwIfAborted();
    // A stopped call or another server may have left the bids of the last result.
    await settleBids(context);
    const bids = await findBids(context.database, place);
    if (bids.length === 0) continue;
    await importRows({
      context,
      feed,
      area: "auction",
      rows: oneRow(decidedRow(place, bids, now)),
      ...(signal && { signal }),
    });
  }
  await settleBids(context);
}

const isOpen = sql<boolean>`lots.source = ${feed}
  and lots.status not in (${sql.join(finishedStatuses)})
  and bids.bid_status in (${sql.join(activeBidStatuses)})`;

/** Returns the sale days of the open lots with active bids, by source id. */
async function findOpenLots(
  { longRunning }: Pick<Database, "longRunning">,
  now: Date,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sourceId: string; day: string }>`
    select distinct lots.source_id as "sourceId", lots.auction_day as day
    from bids join lots on lots.area = bids.lot_area and lots.id = bids.lot_id
    where ${isOpen} and lots.auction_at <= ${now}`.execute(longRunning);
  return new Map(rows.map(({ sourceId: id, day }) => [id, day]));
}

type OwnBid = ProxyBid & { id: string };

/** Returns the active bids on a lot; none on a lot whose auction is decided. */
async function findBids(
  { longRunning }: Pick<Database, "longRunning">,
  { sale, index }: LotPlace,
): Promise<OwnBid[]> {
  const { rows } = await sql<OwnBid>`
    select bids.id, bids.amount as maximum, bids.placed_at as "placedAt"
    from lots join bids on lots.area = bids.lot_area and lots.id = bids.lot_id
    where ${isOpen} and lots.area in ('auction', 'stats')
      and lots.source_id = ${sourceId(sale, index)}
    order by bids.id`.execute(longRunning);
  return rows;
}

/** Returns the row of the feed with the result that the bids lead to. */
function decidedRow(
  place: LotPlace,
  bids: readonly OwnBid[],
  now: Date,
): AjesRow {
  const row = lotRow(place, now.getTime());
  const { outcome, hammer, startPrice } = lotOutcome(place);
  if (outcome === feedStatuses.cancelled || outcome === feedStatuses.removed)
    return row;
  const competition = {
    id: null,
    maximum: hammer,
    placedAt: new Date(place.timing.startsAt),
  };
  // The agent bids for all clients at once, with the highest of their bids.
  const ours = meetByProxy(bids, { startPrice })?.winner;
  const met = meetByProxy<ProxyBid & { id: string | null }>(
    ours ? [ours, competition] : [competition],
    {
      startPrice,
      ...(outcome === feedStatuses.notSold
        ? { reserve: reserveAbove(hammer) }
        : {}),
    },
  );
  const winningBid = met?.winner.id;
  return met && winningBid
    ? withWinner(row, { price: met.price, winningBid })
    : row;
}

const reserveAbove = (yen: number): number =>
  (Math.floor((yen * reserveShare) / bidIncrement) + 1) * bidIncrement;

const withWinner = (
  row: AjesRow,
  { price, winningBid }: { price: number; winningBid: string },
): AjesRow => ({
  ...row,
  STATUS: feedStatuses.sold,
  FINISH: String(price),
  WINNING_BID: winningBid,
});

async function* oneRow(row: AjesRow): AsyncGenerator<AjesRow> {
  yield row;
}

const batchSize = 500;

/** Yields the rows of the feed, with the results of lots that our bids bought. */
export async function* withOwnResults(
  { longRunning }: Pick<Database, "longRunning">,
  rows: Iterable<AjesRow>,
): AsyncGenerator<AjesRow> {
  for (const batch of batchesOf(rows)) {
    const decided = await sql<{
      sourceId: string;
      price: number;
      winningBid: string;
    }>`
      select source_id as "sourceId", sold_price as price,
        extra->>'winningBid' as "winningBid"
      from lots
      where area in ('auction', 'stats') and source = ${feed}
        and source_id = any(${batch.map(({ ID }) => ID)}::text[])
        and extra->>'winningBid' is not null`.execute(longRunning);
    const results = new Map(decided.rows.map((lot) => [lot.sourceId, lot]));
    for (const row of batch) {
      const result = results.get(row.ID);
      yield result ? withWinner(row, result) : row;
    }
  }
}

function* batchesOf<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
