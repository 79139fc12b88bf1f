import { expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { readBalance } from "../../../server/bidding/readBidInfo";
import { settleBids } from "../../../server/bidding/settlement/settleBids";
import type { BidValues } from "../../../server/bidding/bidValues";
import { changeBid } from "../../../server/bidding/changeBid";
import { placeBid } from "../../../server/bidding/placeBid";
import { writeLots } from "../../../server/catalog";
import { securityNotes } from "../../../server/identity";
import { createSessions } from "../../../server/identity/sessions";
import { recordRemittance } from "../../../server/payments/remittance";
import { inTransaction } from "../../../server/platform/database";
import { Failure } from "../../../server/platform/errors";
import { lotPorts } from "../../../server/bidding";
import { onDatabase } from "../../support/database";
import {
  pick,
  seeded,
  type Random,
} from "../workspace/listing/support/randomLots";
import { managerViewer } from "../bidding/changes";
import {
  addClient,
  addLots,
  bidOn,
  contextOf,
  lotOf,
  type Context,
} from "../bidding/support";
import { clientsOverLimit, expectedMoney, writtenMoney } from "./support";

const clients = 20;
/** More operations: `OPERATIONS=5000 npx vitest run …`. */
const operations = Number(process.env.OPERATIONS ?? 400);
/** Operations that run at once. */
const together = 8;

const manager = {
  viewer: {
    ...managerViewer,
    permissions: { bidManageSoldPrice: true, bidManageStatus: true },
  },
  fullName: "Emi",
};

/** The operations by name, as often as they are listed. */
const kinds = [
  ..."place place place place place amount amount cancel remit".split(" "),
  ..."status status status status status win win win price import".split(" "),
] as const;

/** The refusals that the rules of bidding allow. Every other error is a fault. */
const refusals = new Set([
  "auction_finished",
  "bid_exists",
  "bid_limit",
  "bid_not_editable",
  "insufficient_credit",
  "lower_price",
]);

type History = {
  context: Context;
  random: Random;
  viewers: readonly Viewer[];
  lotIds: readonly string[];
};

onDatabase("a random history of operations", (open) => {
  it(`of ${clients} accounts leaves every sum equal to its rows`, async () => {
    const database = await open();
    const { context } = contextOf(database);
    const { kysely } = database;
    const viewers: Viewer[] = [];
    for (let made = 0; made < clients; made += 1)
      viewers.push(
        await addClient(database, {
          // Every fifth client has credit alone until a remittance.
          balance: made % 5 === 0 ? 0 : 200_000,
          creditLimit: 300_000,
          dailyBidLimit: 60,
        }),
      );
    const lotIds = await addLots(database, 60);
    const history = { context, viewers, lotIds, random: seeded(11) };
    const outcomes = new Map<string, number>();
    for (let done = 0; done < operations; done += together) {
      const batch = Array.from({ length: together }, () => operate(history));
      for (const outcome of await Promise.all(batch))
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (done % (4 * together) === 0)
        expect(await clientsOverLimit(database)).toEqual([]);
    }
    expect(outcomes.get("done")).toBeGreaterThan(operations / 5);
    expect(outcomes.get("insufficient_credit")).toBeGreaterThan(0);
    while ((await settleBids(context)) > 0);

    const bids = await kysely.selectFrom("bids").selectAll().execute();
    // A price that the credit does not cover waits for a manager.
    const waiting = new Set(
      bids.flatMap(({ id, needs_decision }) => (needs_decision ? [id] : [])),
    );
    expect(waiting.size).toBeLessThan(bids.length / 2);
    const settled = ({ bidId }: { bidId: string }) => !waiting.has(bidId);
    expect((await writtenMoney(database)).filter(settled)).toEqual(
      (await expectedMoney(database)).filter(settled),
    );
    expect(await clientsOverLimit(database)).toEqual([]);
    const entries = await kysely
      .selectFrom("ledger_entries")
      .selectAll()
      .execute();
    const money = await writtenMoney(database);
    const held = new Map(
      money.map(({ bidId, state, amount }) => [
        bidId,
        state === "active" ? amount : 0,
      ]),
    );
    for (const { userId } of viewers) {
      const own = bids.filter((bid) => bid.user_id === userId);
      const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
      const balance = sum(
        entries
          .filter((entry) => entry.user_id === userId)
          .map(({ credit, amount }) =>
            credit === "client" ? Number(amount) : -Number(amount),
          ),
      );
      const activeBids = sum(own.map(({ id }) => held.get(id) ?? 0));
      const rest = balance + 300_000 - activeBids;
      expect(await readBalance(context, userId)).toMatchObject({
        balance,
        activeBids,
        bidAllow: Math.max(0, rest),
        bidsToday: own.filter((bid) => bid.bid_status !== 4).length,
      });
    }
  });
});

/** Does one random operation and returns `done` or the code of the refusal. */
async function operate(history: History): Promise<string> {
  try {
    await run(history);
    return "done";
  } catch (error) {
    if (!(error instanceof Failure) || !refusals.has(error.code)) throw error;
    return error.code;
  }
}

async function run({ context, random, viewers, lotIds }: History) {
  const kind = pick(random, kinds);
  const viewer = pick(random, viewers);
  const lotId = pick(random, lotIds);
  const amount = 5_000 * (20 + random(40));
  const status = pick(random, [1, 2, 3, 4, 5]);
  const isUndo = random(2) === 1;
  const chosen = random(1_000);
  if (kind === "place")
    return placeBid(context, {
      client: { viewer, fullName: "Anna" },
      body: bidOn(lotId, { amount }),
      key: null,
    });
  if (kind === "remit")
    return recordRemittance(context, {
      session: { ...manager, sessionId: "1", language: null },
      sessions: createSessions(context),
      body: { userId: viewer.userId, amount, date: "2026-11-20" },
      key: null,
      note: securityNotes(context),
    });
  if (kind === "import") return importPrice(context, lotId, amount);
  const bids = await context.database.kysely
    .selectFrom("bids")
    .select(["id", "manager_sold_price", "sold_price"])
    .where("user_id", "=", viewer.userId)
    .orderBy("id")
    .execute();
  const bid = bids[chosen % bids.length];
  if (!bid) return undefined;
  const values: Record<string, BidValues> = {
    amount: { bidAmount: amount },
    cancel: { bidStatus: 4 },
    status: { bidStatus: status },
    win: { bidStatus: 6 },
    price: { soldPrice: isUndo ? null : amount },
  };
  return changeBid(context, {
    actor: kind === "cancel" ? { viewer, fullName: "Anna" } : manager,
    bidId: bid.id,
    values: values[kind] ?? {},
    isConfirmed: true,
    confirmedPrice: bid.manager_sold_price ?? bid.sold_price ?? 0,
    ...(kind === "status" ? { isUndo } : {}),
    key: null,
  });
}

/** Imports a sold price; the lot stays open, so that the history goes on. */
async function importPrice(
  { database }: Context,
  lotId: string,
  soldPrice: number,
): Promise<void> {
  const { source_id } = await database.kysely
    .selectFrom("lots")
    .select("source_id")
    .where("id", "=", lotId)
    .executeTakeFirstOrThrow();
  await inTransaction(database, (trx) =>
    writeLots(trx, "auction", [lotOf(source_id, { soldPrice })], {
      ports: lotPorts,
    }),
  );
}
