import { sql } from "kysely";
import { activeBidStatuses } from "../../domain/bidStatus";
import { bidIncrement } from "../../domain/limits";
import { finishedStatuses } from "../../domain/lotStatus";
import { meetByProxy, type ProxyBid } from "../../domain/proxyBidding";
import { settleBids, type BidContext } from "../bidding";
import { importRows, type ImportContext } from "../feed";
import type { Database } from "../platform/database";
import { lotOutcomes } from "./demoData";
import { lotsOn, openDemo, rowAt, type LotRow, type SaleLot } from "./saleDay";

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
  { now, signal }: { now: Date; signal: AbortSignal | undefined },
): Promise<void> {
  const open = await findOpenLots(context.database, now);
  if (open.size === 0) return;
  const demo = openDemo(context);
  const due: SaleLot[] = [];
  for (const day of new Set(open.values()))
    for await (const lot of lotsOn(demo, "cars", day))
      if (lot.resultAt <= now.getTime() && open.has(lot.row.ID)) due.push(lot);
  due.sort((one, other) => one.resultAt - other.resultAt);
  for (const lot of due) {
    signal?.throwIfAborted();
    // A stopped call or another server may have left the bids of the last result.
    await settleBids(context);
    const bids = await findBids(context.database, lot.row.ID);
    if (bids.length === 0) continue;
    await importRows({
      context,
      ...{ feed, area: "auction", signal },
      rows: [decidedRow(lot, bids, now)],
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
  sourceId: string,
): Promise<OwnBid[]> {
  const { rows } = await sql<OwnBid>`
    select bids.id, bids.amount as maximum, bids.placed_at as "placedAt"
    from lots join bids on lots.area = bids.lot_area and lots.id = bids.lot_id
    where ${isOpen} and lots.area in ('auction', 'stats')
      and lots.source_id = ${sourceId}
    order by bids.id`.execute(longRunning);
  return rows;
}

/** Returns the row of the feed with the result that the bids lead to. */
function decidedRow(
  lot: SaleLot,
  bids: readonly OwnBid[],
  now: Date,
): LotRow & { WINNING_BID?: string } {
  const row = rowAt(lot, now.getTime());
  const { outcome, highestBid } = lot;
  if (outcome === lotOutcomes.cancelled || outcome === lotOutcomes.removed)
    return row;
  const startPrice = Number(row.START);
  const competition = {
    id: null,
    maximum: highestBid,
    placedAt: new Date(lot.startsAt),
  };
  // The agent bids for all clients at once, with the highest of their bids.
  const ours = meetByProxy(bids, { startPrice })?.winner;
  const met = meetByProxy<ProxyBid & { id: string | null }>(
    ours ? [ours, competition] : [competition],
    {
      startPrice,
      ...(outcome === lotOutcomes.notSold && {
        reserve: reserveAbove(highestBid),
      }),
    },
  );
  if (!met?.winner.id) return row;
  return {
    ...row,
    STATUS: lotOutcomes.sold,
    FINISH: String(met.price),
    WINNING_BID: met.winner.id,
  };
}

const reserveAbove = (yen: number): number =>
  (Math.floor((yen * reserveShare) / bidIncrement) + 1) * bidIncrement;

/** Yields the rows without the lots that our bids bought, whose results stay. */
export async function* withoutOwnResults(
  { longRunning }: Pick<Database, "longRunning">,
  rows: AsyncIterable<LotRow>,
): AsyncGenerator<LotRow> {
  const { rows: bought } = await sql<{ sourceId: string }>`
    select distinct lots.source_id as "sourceId"
    from bids join lots on lots.area = bids.lot_area and lots.id = bids.lot_id
    where lots.source = ${feed} and lots.extra->>'winningBid' is not null`.execute(
    longRunning,
  );
  const ids = new Set(bought.map(({ sourceId }) => sourceId));
  for await (const row of rows) if (!ids.has(row.ID)) yield row;
}
