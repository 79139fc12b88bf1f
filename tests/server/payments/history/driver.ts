import { expect } from "vitest";
import { addDays } from "../../../../domain/japanTime";
import { lotPorts } from "../../../../server/bidding";
import type { BidValues } from "../../../../server/bidding/bidValues";
import { changeBid } from "../../../../server/bidding/changeBid";
import { correctOutcome } from "../../../../server/bidding/correctOutcome";
import { placeBid } from "../../../../server/bidding/placeBid";
import { settlementJob } from "../../../../server/bidding/settlement/settleBids";
import { moveLots, writeLots } from "../../../../server/catalog";
import { lockAccount, postRemittance } from "../../../../server/payments";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import { Failure } from "../../../../server/platform/errors";
import { managerViewer } from "../../bidding/changes";
import {
  addClient,
  addLots,
  bidOn,
  contextOf,
  lotOf,
} from "../../bidding/support";
import { runSeed } from "../../../support/runSeed";
import { pick, seeded } from "../../workspace/listing/support/randomLots";
import { breakage, breakingAt } from "../support";
import { compare } from "./compare";
import * as oracle from "./oracle";

const credit = 1_500_000;
const opening = 1_000_000;
/** The cars that the groups of the program buy, by group. */
const groups = new Map([
  [1, 1],
  [3, 2],
]);
const day0 = "2026-11-20";
const manager = {
  viewer: {
    ...managerViewer,
    permissions: { bidManageSoldPrice: true, bidManageStatus: true },
  },
  fullName: "Emi",
};

/** The refusals that the rules of bidding allow. Every other error is a fault. */
const refusals = new Set(
  (
    "auction_finished bid_exists bid_not_editable bidding_closed group_full " +
    "insufficient_credit lot_won lower_price not_found invalid_choice"
  ).split(" "),
);

/** The steps by name, as often as they are listed. */
const kinds = (
  "place place place place place place place status amount price correct correct " +
  "remit row row result result result offer offer sweep sweep hours killed turnover"
).split(" ");

/** Runs random steps on the program and the oracle, and compares what they lead to. */
export async function openHistory(database: Database, seed = runSeed) {
  const { context, setNow } = contextOf(database);
  const { kysely } = database;
  const random = seeded(seed);
  const world: oracle.World = {
    ...{ lots: new Map(), bids: [], clients: new Map(), holds: new Map() },
  };
  const viewers: Awaited<ReturnType<typeof addClient>>[] = [];
  let hour = 12;

  for (let made = 0; made < 10; made += 1) {
    const viewer = await addClient(database, {
      ...{ balance: opening, creditLimit: credit, dailyBidLimit: 10_000 },
    });
    viewers.push(viewer);
    world.clients.set(viewer.userId, { paid: opening, credit });
  }
  await addLots(database, 24, { auctionDate: saleOn(0) });
  const lots = await kysely
    .selectFrom("lots")
    .select(["id", "source_id"])
    .execute();
  const sourceIds = new Map(lots.map((lot) => [lot.id, lot.source_id]));
  for (const { id } of lots)
    world.lots.set(id, {
      ...{ id, status: 4532, price: null, winner: null, day: 0 },
      ...{ offering: 1, revision: 0, earlier: null, past: [], last: null },
    });

  const anyLot = () => pick(random, [...world.lots.values()]);
  const anyAmount = () => 5_000 * (20 + random(80));
  const today = () => Math.floor(hour / 24);

  /** Returns a lot, mostly one that takes bids. */
  const lotToBidOn = () => {
    const coming = [...world.lots.values()].filter(
      (lot) => lot.status === 4532 && lot.day * 24 + 14 > hour,
    );
    return random(8) > 0 && coming.length > 0 ? pick(random, coming) : anyLot();
  };

  const place = async () => {
    const viewer = pick(random, viewers);
    const lot = lotToBidOn();
    const amount = anyAmount();
    const group = pick(random, [null, null, 1, 3]);
    const { userId: client } = viewer;
    const bid: oracle.Bid = {
      ...{ id: "new", client, lot: lot.id, amount, status: 1 },
      result: oracle.resultOf(lot),
      group:
        group === null
          ? null
          : {
              cars: groups.get(group) ?? 0,
              round: oracle.roundFor(world, client, group),
            },
      ...{ recorded: null, wonPrice: null, question: null },
      ...{ decided: lot.revision, releasedFrom: null },
    };
    const { free } = oracle.moneyOf(world, client);
    const needed = oracle.neededFor(
      { ...world, bids: [...world.bids, bid] },
      ...([bid, hour] as const),
    );
    const isCovered = needed <= Math.max(free, 0);
    const code = await codeOf(
      placeBid(context, {
        client: { viewer, fullName: "Anna" },
        body: bidOn(lot.id, { amount, bidGroup: group ?? -1 }),
        key: null,
      }),
    );
    if (code === "insufficient_credit" && isCovered)
      throw new Error(`${needed} yen are refused although ${free} are free`);
    if (code !== "done") return code;
    if (!isCovered)
      throw new Error(`${needed} yen are accepted although ${free} are free`);
    const row = await kysely
      .selectFrom("bids")
      .select(["id", "group_round"])
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(`${group} ${row.group_round}`).toBe(bid.group?.round ?? "null null");
    bid.id = row.id;
    world.bids.push(bid);
    oracle.hold(world, bid, hour);
    return code;
  };

  /** Lets a manager change a bid, and the oracle if the program does. */
  const change = async (
    bid: oracle.Bid,
    values: BidValues,
    apply: () => void,
  ) => {
    const code = await codeOf(
      changeBid(context, {
        ...{ actor: manager, bidId: bid.id, values, key: null },
        isConfirmed: true,
        confirmedPrice: bid.recorded ?? bid.result.price ?? 0,
      }),
    );
    if (code === "done") oracle.change(world, bid, hour, apply);
    return code;
  };

  const status = (bid: oracle.Bid) => {
    const next = pick(random, [1, 2, 3, 4, 5, 6]);
    return change(bid, { bidStatus: next }, () => {
      oracle.setStatus(bid, next);
    });
  };

  const amount = (bid: oracle.Bid) => {
    const next = anyAmount();
    return change(bid, { bidAmount: next }, () => {
      if (bid.amount === next) return;
      bid.amount = next;
      if (bid.status === 6) oracle.reprice(bid);
    });
  };

  const price = (bid: oracle.Bid) => {
    const next = pick(random, [null, anyAmount()]);
    return change(bid, { soldPrice: next }, () => {
      if (bid.recorded === next) return;
      bid.recorded = next;
      if (bid.status !== 6) return;
      oracle.answer(bid);
      if (next === null) oracle.unrecord(bid);
    });
  };

  const correct = async (bid: oracle.Bid) => {
    const outcome = pick(random, ["keep", "win", "finish"] as const);
    const paid = pick(random, [bid.result.price, anyAmount()]) ?? anyAmount();
    const winner = world.bids.find(
      (other) =>
        other !== bid &&
        other.status === 6 &&
        other.lot === bid.lot &&
        other.result.offering === bid.result.offering,
    );
    const loser = outcome === "win" ? winner : undefined;
    const isWin = outcome === "win";
    const versionOf = async (id: string) =>
      (
        await kysely
          .selectFrom("bids")
          .select("version")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).version;
    const code = await codeOf(
      correctOutcome(context, {
        person: manager,
        key: null,
        body: {
          ...{ bidId: bid.id, version: await versionOf(bid.id), outcome },
          ...{ price: isWin ? paid : null, reason: "by phone" },
          ...(loser && {
            takenFrom: loser.id,
            takenFromVersion: await versionOf(loser.id),
          }),
        },
      }),
    );
    if (code !== "done") return code;
    if (loser)
      oracle.change(world, loser, hour, () => {
        oracle.setStatus(loser, 5);
      });
    oracle.change(world, bid, hour, () => {
      if (outcome !== "keep") oracle.setStatus(bid, isWin ? 6 : 5);
      if (isWin && paid === bid.result.price && paid <= bid.amount) {
        bid.recorded = null;
        bid.wonPrice = paid;
      } else if (isWin) bid.recorded = paid;
      oracle.answer(bid);
    });
    return code;
  };

  const remit = async () => {
    const { userId } = pick(random, viewers);
    const paid = anyAmount();
    await inTransaction(database, async (trx) => {
      await lockAccount(trx, userId);
      await postRemittance(trx, {
        ...{ userId, amount: paid, day: day0, note: "", actor: "system" },
        at: context.clock.now(),
      });
    });
    const client = world.clients.get(userId);
    if (client) client.paid += paid;
    return "done";
  };

  /** Imports a row about a lot: any row, or a result with a likely winner. */
  const importRow = async (lot: oracle.Lot, row: oracle.Row) => {
    const { word, status: code, price: soldPrice, winner, day } = row;
    const fields = {
      ...{ status: code, auctionDate: saleOn(day) },
      ...(soldPrice !== null && { soldPrice }),
      ...(winner !== null && { winningBid: winner }),
    };
    const plain = lotOf(sourceIds.get(lot.id) ?? "", fields);
    await inTransaction(database, (trx) =>
      writeLots(
        trx,
        "auction",
        [{ ...plain, word, rowHash: `${plain.rowHash} ${word}` }],
        { ports: lotPorts, now: context.clock.now() },
      ),
    );
    oracle.applyRow(world, lot, row);
    return "done";
  };

  /** Offers a lot, mostly one that has ended, on a later day. */
  const offer = () => {
    const lot = anyLot();
    const day = Math.max(lot.day, today()) + 1 + random(2);
    const nothing = { price: null, winner: null, word: null };
    return importRow(lot, { status: 4532, day, ...nothing });
  };

  const winnerOn = (lot: oracle.Lot) => {
    const bids = world.bids.filter((bid) => bid.lot === lot.id);
    const ids = bids.slice(-4).map(({ id }) => id);
    return pick(random, [null, "999999", ...ids, ...ids]);
  };

  const row = () => {
    const lot = anyLot();
    const word = pick(random, [
      null,
      null,
      null,
      "revoked",
      "postponed",
    ] as const);
    const isEnd = word === null && random(3) > 0;
    const later = pick(random, [0, 1, 1, 2, 3]);
    return importRow(lot, {
      status: isEnd ? pick(random, [4533, 4534, 4535, 4536, 4537]) : 4532,
      price: isEnd && random(3) > 0 ? anyAmount() : null,
      winner: isEnd ? winnerOn(lot) : null,
      day: isEnd ? lot.day : Math.max(lot.day, today()) + later,
      word,
    });
  };

  /** Imports a sale, sometimes on an earlier day than the present one. */
  const result = () => {
    const lot = anyLot();
    const winner = winnerOn(lot);
    const named = world.bids.find(({ id }) => id === winner);
    const day = lot.day - pick(random, [0, 0, 0, 0, 1, 3]);
    return importRow(lot, {
      ...{ status: 4533, winner, day, word: null },
      price: named?.amount ?? anyAmount(),
    });
  };

  const sweep = async () => {
    const { signal } = new AbortController();
    while ((await settlementJob(context).run(signal)) > 0);
    oracle.settle(world, hour);
    await compare(kysely, world);
    return "done";
  };

  /** Breaks a settlement off at any statement or commit, and settles again. */
  const killed = async () => {
    const broken = breakingAt(database, 1 + random(60));
    const { signal } = new AbortController();
    await settlementJob({ ...context, database: broken })
      .run(signal)
      .catch((error: unknown) => {
        if (!(error instanceof Error) || !error.message.includes(breakage))
          throw error;
      });
    return sweep();
  };

  const hours = async () => {
    hour += 1 + random(6);
    setNow(new Date(Date.parse(`${day0}T00:00:00+09:00`) + hour * 3_600_000));
    return Promise.resolve("done");
  };

  const turnover = async () => {
    await moveLots(
      { ...context, database, ports: lotPorts },
      { from: "auction", to: "stats", before: addDays(day0, today()) },
    );
    return "done";
  };

  const ofLots = {
    ...{ place, remit, row, result, offer },
    ...{ sweep, killed, hours, turnover },
  };
  const ofBids = { status, amount, price, correct };

  /** Does one random step and returns `done` or the code of the refusal. */
  const step = async (): Promise<string> => {
    const kind = pick(random, kinds);
    if (kind in ofLots) return ofLots[kind as keyof typeof ofLots]();
    const bid = world.bids[random(Math.max(1, world.bids.length))];
    return bid ? ofBids[kind as keyof typeof ofBids](bid) : place();
  };
  return { step, sweep, now: () => context.clock.now() };
}

const saleOn = (day: number) => `${addDays(day0, day)}T15:00:00+09:00`;

/** Returns `done` or the code of the refusal, and throws every other error. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (!(error instanceof Failure) || !refusals.has(error.code)) throw error;
    return error.code;
  }
}
