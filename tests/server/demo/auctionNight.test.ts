import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { settlementJob } from "../../../server/bidding/settlement/settleBids";
import { catchUpDemo } from "../../../server/demo/catchUpDemo";
import type { Database } from "../../../server/platform/database";
import { lotPorts } from "../../../server/bidding";
import { testDatabase } from "../../support/database";
import { demoRoot } from "../../support/demoRoot";
import { addClient, bidOn, contextOf, outcomeOf } from "../bidding/support";
import { newFolder } from "../feed/support";

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

const japan = (time: string) => new Date(`2026-11-18T${time}:00+09:00`);
const opening = japan("09:00");
const closing = japan("15:00");
const clients = 50;

/** A demo before its sales of the day, with bids of fifty clients. */
async function demoWithBids() {
  const database = await testDatabase();
  opened.push(database);
  const made = contextOf(database);
  made.setNow(opening);
  const { context } = made;
  const config = { ...context.config, dataDirectory: await newFolder() };
  const demo = {
    ...context,
    config,
    root: await demoRoot(),
    ports: { ...context.ports, ...lotPorts },
  };
  await catchUpDemo(demo);
  const lots = await database.kysely
    .selectFrom("lots")
    .select(["id", "start_price", "average_price"])
    .where("auction_at", ">", japan("10:00"))
    .where("auction_at", "<", closing)
    .orderBy("source_id")
    .limit(clients)
    .execute();
  const outcomes = new Set<string>();
  for (let index = 0; index < clients; index += 1) {
    const viewer = await addClient(database, { balance: 100_000_000 });
    for (const step of [0, 1, 7]) {
      const lot = lots[(index + step) % lots.length];
      if (!lot) continue;
      const share = 0.6 + 0.2 * ((index + step) % 4);
      const wanted = (lot.average_price ?? 500_000) * share;
      const amount = Math.ceil(wanted / 5_000) * 5_000;
      const bidGroup = index % 2 === 0 ? 1 : -1;
      outcomes.add(
        await outcomeOf(context, viewer, bidOn(lot.id, { amount, bidGroup })),
      );
    }
  }
  return { ...made, demo, database, outcomes };
}

/** The bids and their lots, holds and debts, without numbers of changes. */
async function stateOf({ kysely }: Database) {
  const bids = await sql<{ id: string; bid_status: number; winner: string }>`
    select bids.user_id, bids.id, lots.source_id, lots.status, lots.sold_price,
      lots.extra->>'winningBid' as winner, bids.amount, bids.bid_status,
      bids.sold_price as price, bids.needs_decision, bids.version,
      (select string_agg(state || ' ' || amount, ',' order by account_holds.id)
        from account_holds where account_holds.user_id = bids.user_id
        and account_holds.bid_id = bids.id) as hold,
      (select string_agg(kind || ' ' || amount, ',' order by ledger_transfers.id)
        from ledger_transfers where ledger_transfers.bid_id = bids.id) as entries,
      (select string_agg(concat(before::text, ' ', after::text), ',' order by bid_log.id)
        from bid_log where bid_log.user_id = bids.user_id
        and bid_log.bid_id = bids.id) as log
    from bids join lots on lots.id = bids.lot_id and lots.area = bids.lot_area
    order by bids.id`.execute(kysely);
  const lots = await kysely
    .selectFrom("lots")
    .select(["source_id", "status", "sold_price", "row_hash"])
    .orderBy("source_id")
    .execute();
  return { bids: bids.rows, lots };
}

type Bid = Awaited<ReturnType<typeof stateOf>>["bids"][number];

/** The parts of a decided bid; a bid without a result may still get one. */
const endedBid = ({ bid_status, ...bid }: Bid): Partial<Bid> =>
  bid_status === 6 ? { bid_status, ...bid } : { id: bid.id };

describe("an auction night of the demo", () => {
  it("ends the same live and after hours of downtime, with two servers at once", async () => {
    const live = await demoWithBids();
    expect(live.outcomes).toContain("taken");
    const { signal } = new AbortController();
    for (let time = japan("10:00"); time <= closing;) {
      live.setNow(time);
      await catchUpDemo(live.demo);
      await settlementJob(live.context).run(signal);
      time = new Date(time.getTime() + 30 * 60_000);
    }
    const replayed = await demoWithBids();
    replayed.setNow(closing);
    await Promise.all([catchUpDemo(replayed.demo), catchUpDemo(replayed.demo)]);
    const state = await stateOf(live.database);
    expect(await stateOf(replayed.database)).toEqual(state);

    const statuses = new Set(
      await live.database.kysely
        .selectFrom("bids")
        .select("bid_status")
        .where("lot_status", "<>", 4531)
        .execute()
        .then((rows) => rows.map(({ bid_status }) => bid_status)),
    );
    expect([...statuses].toSorted()).toEqual([5, 6]);
    const wrong = await sql`
      select bids.id from bids where bid_status = 6 and (
        sold_price > amount or extra->>'winningBid' <> bids.id::text)
      union all
      select min(id) from bids where bid_status = 6 and bid_group_id = 1
      group by user_id having count(*) > 1`.execute(live.database.kysely);
    expect(wrong.rows).toEqual([]);
    // All clients bid the same on a lot, so that only prices of other bidders are lower.
    const lower = await sql`
      select bids.id from bids join bids as rival using (lot_area, lot_id)
      where bids.bid_status = 6 and bids.sold_price < bids.amount
        and rival.user_id <> bids.user_id
        and rival.amount = bids.amount`.execute(live.database.kysely);
    expect(lower.rows).not.toEqual([]);

    // The whole feed of the next day repeats these results.
    replayed.setNow("2026-11-19T08:00:00+09:00");
    await catchUpDemo(replayed.demo);
    expect((await stateOf(replayed.database)).bids).toMatchObject(
      state.bids.map(endedBid),
    );
  });
});
