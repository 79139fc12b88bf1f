import { beforeAll, describe, expect, it } from "vitest";
import { userLevels, type Viewer } from "../../../domain/access";
import { bidStatuses } from "../../../domain/bidStatus";
import { lotStatuses } from "../../../domain/lotStatus";
import { changeBid } from "../../../server/bidding/changeBid";
import { placeBid } from "../../../server/bidding/placeBid";
import { lockAccount, openBalance } from "../../../server/payments";
import type { Database } from "../../../server/platform/database";
import { testDatabase } from "../../support/database";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  noon,
  outcomeOf,
} from "./support";

describe("a bid", () => {
  let database: Database;
  let viewer: Viewer;
  let context: ReturnType<typeof contextOf>["context"];
  let setNow: ReturnType<typeof contextOf>["setNow"];

  beforeAll(async () => {
    database = await testDatabase();
    ({ context, setNow } = contextOf(database));
    viewer = await addClient(database);
    return () => database.close();
  });

  const amounts: [string, number, string][] = [
    ["the start price", 300_000, "taken"],
    ["more than the start price", 305_000, "taken"],
    ["less than the start price", 295_000, "lower_price"],
    ["no multiple of 5000", 302_500, "incorrect_bid"],
    ["nothing", 0, "lower_price"],
    ["part of a yen", 300_000.5, "incorrect_bid"],
    ["more than can be kept", 2_147_485_000, "amount_too_high"],
  ];
  it.each(amounts)(
    "of %s (%d yen) has the outcome %3$s",
    async (_name, amount, outcome) => {
      const carId = await addLot(database, { startPrice: 300_000 });
      const body = bidOn(carId, { amount });
      expect(await outcomeOf(context, viewer, body)).toBe(outcome);
    },
  );

  const states: [keyof typeof lotStatuses, string][] = [
    ["upcoming", "taken"],
    ["ongoing", "bidding_closed"],
    ["unknown", "bidding_closed"],
    ["sold", "auction_finished"],
    ["soldNegotiated", "auction_finished"],
    ["notSold", "auction_finished"],
    ["cancelled", "auction_finished"],
    ["removed", "auction_finished"],
  ];
  it.each(states)("on a lot that is %s is %s", async (state, outcome) => {
    const carId = await addLot(database, { status: lotStatuses[state] });
    expect(await outcomeOf(context, viewer, bidOn(carId))).toBe(outcome);
  });

  it("is accepted until 30 minutes before the auction", async () => {
    const auctionDate = "2026-11-20T15:00:00+09:00";
    const deadline = Date.parse("2026-11-20T14:30:00+09:00");
    const bidAt = async (milliseconds: number, of: Viewer) => {
      setNow(new Date(milliseconds));
      const carId = await addLot(database, { auctionDate });
      return outcomeOf(context, of, bidOn(carId));
    };
    expect(await bidAt(deadline - 1000, viewer)).toBe("taken");
    expect(await bidAt(deadline + 1000, viewer)).toBe("bidding_closed");
    const late = await addClient(database, {}, { bidDeadlineCheck: false });
    const start = Date.parse(auctionDate);
    expect(await bidAt(deadline + 1000, late)).toBe("taken");
    expect(await bidAt(start - 1000, late)).toBe("taken");
    expect(await bidAt(start + 1000, late)).toBe("bidding_closed");
    setNow(noon);
  });

  it("counts for the day in Japan on which it is placed", async () => {
    const one = await addClient(database, { dailyBidLimit: 1 });
    const bidAt = async (time: string) => {
      setNow(time);
      const carId = await addLot(database, {
        auctionDate: "2026-11-25T15:00:00+09:00",
      });
      return outcomeOf(context, one, bidOn(carId));
    };
    expect(await bidAt("2026-11-20T23:59:59+09:00")).toBe("taken");
    expect(await bidAt("2026-11-20T23:59:59+09:00")).toBe("bid_limit");
    expect(await bidAt("2026-11-21T00:00:00+09:00")).toBe("taken");
    setNow(noon);
  });

  it("is not subject to limits that the client's flags switch off", async () => {
    const unchecked = { dailyBidLimitCheck: false, ussLimitCheck: false };
    const none = { dailyBidLimit: 0, dailyUssLimit: 0 };
    const free = await addClient(database, none, unchecked);
    const checked = await addClient(database, none);
    const carId = await addLot(database, { auctionName: "USS Kobe" });
    expect(await outcomeOf(context, free, bidOn(carId))).toBe("taken");
    expect(await outcomeOf(context, checked, bidOn(carId))).toBe("bid_limit");
  });

  it("frees its limit and credit when it is cancelled", async () => {
    const account = { dailyBidLimit: 1, balance: 200_000, creditLimit: 0 };
    const one = await addClient(database, account);
    const carId = await addLot(database);
    const { result } = await placeBid(context, {
      client: { viewer: one, fullName: "Anna" },
      body: bidOn(carId),
      key: null,
    });
    await changeBid(context, {
      actor: { viewer: { ...one, userType: 3 }, fullName: "Emi" },
      bidId: result.bidId,
      values: { bidStatus: bidStatuses.cancel },
      key: null,
    });
    expect(await outcomeOf(context, one, bidOn(carId))).toBe("taken");
  });

  it("gets the same reply for its key a day later", async () => {
    const client = { viewer: await addClient(database), fullName: "Anna" };
    const auctionDate = "2026-11-28T15:00:00+09:00";
    const body = bidOn(await addLot(database, { auctionDate }));
    const first = await placeBid(context, { client, body, key: "first-key" });
    setNow("2026-11-21T13:00:00+09:00");
    const again = await placeBid(context, { client, body, key: "first-key" });
    expect(again).toEqual(first);
    setNow(noon);
  });

  it("of a limited client needs credit, whatever the client's flags are", async () => {
    const account = { balance: 0, creditLimit: 0 };
    const flags = { creditLimitCheck: false };
    const free = await addClient(database, account, flags);
    const limited = await addClient(database, account, flags);
    await database.kysely
      .updateTable("users")
      .set({ user_level: userLevels.limited })
      .where("id", "=", limited.userId)
      .execute();
    const bid = async (client: Viewer) =>
      outcomeOf(context, client, bidOn(await addLot(database)));
    expect(await bid(free)).toBe("taken");
    expect(await bid(limited)).toBe("insufficient_credit");
  });

  it("can be retried with its key after a rejection", async () => {
    const poor = await addClient(database, { balance: 0 });
    const client = { viewer: poor, fullName: "Anna" };
    const body = bidOn(await addLot(database));
    const attempt = () =>
      placeBid(context, { client, body, key: "paid-later" });
    await expect(attempt()).rejects.toThrow("insufficient_credit");
    const { userId } = poor;
    await database.kysely
      .transaction()
      .execute((trx) =>
        openBalance(trx, { userId, amount: 500_000, at: new Date(noon) }),
      );
    expect((await attempt()).result.bidAmount).toBe(200_000);
  });

  it("is rejected for a client without permission to bid", async () => {
    const barred = await addClient(database, {}, { biddingAllowed: false });
    const carId = await addLot(database);
    expect(await outcomeOf(context, barred, bidOn(carId))).toBe(
      "restricted_user",
    );
  });

  it.skipIf(!hasPostgres)(
    "is rejected if the client is restricted while it waits for the account",
    async () => {
      const client = await addClient(database);
      const { userId } = client;
      const carId = await addLot(database);
      const edit = await database.kysely.startTransaction().execute();
      await edit
        .updateTable("users")
        .set({ user_level: userLevels.restricted })
        .where("id", "=", userId)
        .execute();
      await lockAccount(edit, userId);
      const outcome = outcomeOf(context, client, bidOn(carId));
      await untilBlocked(database);
      await edit.commit().execute();
      expect(await outcome).toBe("restricted_user");
    },
  );

  it("is rejected without a balance, however large the credit limit is", async () => {
    const poor = await addClient(database, { balance: 0 });
    const carId = await addLot(database);
    expect(await outcomeOf(context, poor, bidOn(carId))).toBe(
      "insufficient_credit",
    );
    const trusted = await addClient(
      database,
      { balance: 0, creditLimit: 0 },
      { creditLimitCheck: false },
    );
    expect(await outcomeOf(context, trusted, bidOn(carId))).toBe("taken");
  });

  it.each([
    ["creditLimitCheck", "insufficient_credit"],
    ["dailyBidLimitCheck", "bid_limit"],
  ] as const)(
    "obeys a check (%s) that an administrator has switched on since it was sent",
    async (flag, refusal) => {
      const none = { balance: 0, creditLimit: 0, dailyBidLimit: 0 };
      const off = { creditLimitCheck: false, dailyBidLimitCheck: false };
      const free = await addClient(database, none, off);
      const permissions = { ...free.permissions, [flag]: true };
      await database.kysely
        .updateTable("users")
        .set({ permissions: JSON.stringify(permissions) })
        .where("id", "=", free.userId)
        .execute();
      const carId = await addLot(database);
      expect(await outcomeOf(context, free, bidOn(carId))).toBe(refusal);
    },
  );

  it("gets not_found for a lot that no list shows to the client", async () => {
    const blind = await addClient(database, {}, { carAuctionsView: false });
    const carId = await addLot(database);
    const outcomes = [
      await outcomeOf(context, blind, bidOn(carId)),
      await outcomeOf(context, viewer, bidOn("999999999")),
      await outcomeOf(context, viewer, bidOn(carId, { lotType: "stock" })),
    ];
    expect(outcomes).toEqual(["not_found", "not_found", "not_found"]);
  });

  it("requires the accepted terms, a known group and a known type", async () => {
    const typed = await addClient(database, {}, { exportTypeShow: true });
    const carId = await addLot(database);
    const attempts = [
      { confirm: 0 as const, bidType: 1 },
      { bidType: 99 },
      { bidType: 1, bidGroup: 99 },
      { bidType: -1 },
      {},
    ];
    const outcomes = [];
    for (const body of attempts)
      outcomes.push(await outcomeOf(context, typed, bidOn(carId, body)));
    expect(outcomes).toEqual([
      "confirmation_required",
      "invalid_choice",
      "invalid_choice",
      "required_field",
      "required_field",
    ]);
    const body = bidOn(carId, { bidType: 1, bidGroup: -1 });
    expect(await outcomeOf(context, typed, body)).toBe("taken");
  });

  it("needs no type if the client may leave it out", async () => {
    const free = await addClient(
      database,
      {},
      { exportTypeShow: true, exportTypeOptional: true },
    );
    const carId = await addLot(database);
    expect(await outcomeOf(context, free, bidOn(carId))).toBe("taken");
  });

  it("is stored with a copy of the lot, its log and its choices", async () => {
    const carId = await addLot(database, {
      lotNo: "40123",
      auctionName: "USS Nagoya",
      maker: "NISSAN",
      model: "NOTE",
      startPrice: 150_000,
      images: ["https://example.test/1.jpg", "https://example.test/2.jpg"],
    });
    const body = bidOn(carId, { bidGroup: 2, bidType: 3, comment: "  Red! " });
    const client = { viewer, fullName: "Anna Larsen" };
    const { result } = await placeBid(context, { client, body, key: null });
    expect(result).toMatchObject({
      bidAmount: 200_000,
      bidDate: "2026-11-20T12:00:00+09:00",
      bidStatus: 1,
    });
    const bid = await database.kysely
      .selectFrom("bids")
      .selectAll()
      .where("id", "=", result.bidId)
      .executeTakeFirstOrThrow();
    expect(bid).toMatchObject({
      lot_no: "40123",
      lot_id: carId,
      lot_status: lotStatuses.upcoming,
      is_uss: true,
      start_price: 150_000,
      bid_group_id: 2,
      export_type_id: 3,
      placed_day: "2026-11-20",
      images: "https://example.test/1.jpg#https://example.test/2.jpg",
    });
    const messages = await database.kysely
      .selectFrom("bid_messages")
      .select(["text", "side", "author_name"])
      .where("bid_id", "=", result.bidId)
      .execute();
    expect(messages).toEqual([
      { text: "Red!", side: "client", author_name: "Anna Larsen" },
    ]);
    expect(bid).toMatchObject({ agent_unread: true, client_unread: false });
    const log = await database.kysely
      .selectFrom("bid_log")
      .select(["event", "actor_name", "amount", "bid_status"])
      .where("bid_id", "=", result.bidId)
      .execute();
    expect(log).toEqual([
      {
        event: "placed",
        actor_name: "Anna Larsen",
        amount: 200_000,
        bid_status: 1,
      },
    ]);
  });

  it("is refused on a lot that the list's fixed condition hides from the client", async () => {
    const where = { field: "maker", in: ["NISSAN"] };
    const narrowed = {
      ...context,
      workspace: {
        ...context.workspace,
        resources: () =>
          context.workspace
            .resources()
            .map((resource) => ({ ...resource, where })),
      },
    };
    const hidden = await addLot(database, { maker: "TOYOTA" });
    const shown = await addLot(database, { maker: "NISSAN" });
    const client = await addClient(database);
    expect(await outcomeOf(narrowed, client, bidOn(hidden))).toBe("not_found");
    expect(await outcomeOf(narrowed, client, bidOn(shown))).toBe("taken");
  });
});
