import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { bidStatuses } from "../../../domain/bidStatus";
import type { SumsReply } from "../../../generated/schemas";
import { findViewer } from "../../../server/identity";
import { placeBid } from "../../../server/bidding/placeBid";
import { inTransaction } from "../../../server/platform/database";
import { addRecords } from "../../../server/workspace/records";
import { signIn, testApp, type Account } from "../../support/app";
import { addLots, bidOn, noon } from "./support";

const server = await testApp({ now: noon });
const { context, ids } = server;
const { kysely } = context.database;

const house = "JU Gifu";
const freight = { Vladivostok: 60_000, Mombasa: 150_000 } as const;
type Port = keyof typeof freight;

/** The price at a port, added up by hand; clients of the level vip pay a lower fee. */
const byHand = (amount: number, port: Port, isVip: boolean): number => {
  const auction = amount >= 300_000 ? 16_000 : 10_000;
  const agent = isVip ? 20_000 : 40_000 + Math.round(amount * 0.05);
  return amount + auction + agent + 5_000 + freight[port];
};

const clients = {
  "client@seriba.test": { port: "Vladivostok", isVip: false },
  "client1@dealer.seriba.test": { port: "Mombasa", isVip: true },
} as const;
type Email = keyof typeof clients;

type Bid = {
  bidId: string;
  bidAmount: number;
  landedPrice: number | null;
  clientPort: string | null;
};

const read = async (account: Account, path: string): Promise<Bid[]> => {
  const session = await signIn(server, account);
  const reply = await server.call({ url: `/api${path}`, ...session });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ cars: Bid[] }>().cars;
};

const amounts = fc.sample(fc.integer({ min: 60, max: 800 }), 6);
const bids = new Map<string, { email: Email; lot: string; amount: number }>();

beforeAll(async () => {
  const author = { userId: "1", userName: "Test", at: context.clock.now() };
  const valid = { validFrom: "2020-01-01", fromPrice: 0 };
  const tables = {
    "vehicle-size": [{ maker: "TOYOTA", model: "COROLLA", sizeClass: "sedan" }],
    "auction-fee": [
      { ...valid, fee: 10_000 },
      { ...valid, fromPrice: 300_000, fee: 16_000 },
    ],
    "agent-fee": [
      { ...valid, fee: 40_000, percent: 5 },
      { ...valid, level: "vip", fee: 20_000 },
    ],
    "inland-rate": [{ ...valid, house, loadingPort: "nagoya", fee: 5_000 }],
    freight: Object.entries(freight).map(([destination, price]) => ({
      ...{ ...valid, destination, sizeClass: "sedan", price },
      loadingPort: "nagoya",
    })),
  };
  await inTransaction(context.database, async (trx) => {
    for (const [row, rows] of Object.entries(tables))
      await addRecords(trx, { row, rows, author });
  });
  const car = { maker: "TOYOTA", model: "COROLLA", auctionName: house };
  const lots = await addLots(context.database, amounts.length, car);
  for (const [place, lot] of lots.entries()) {
    const email: Email =
      place % 2 === 0 ? "client@seriba.test" : "client1@dealer.seriba.test";
    const { port, isVip } = clients[email];
    const userId = ids[email] ?? "";
    await kysely
      .updateTable("users")
      .set({ destination: port, ...(isVip && { user_level: 981 }) })
      .where("id", "=", userId)
      .execute();
    await kysely
      .updateTable("accounts")
      .set({ credit_limit: 90_000_000, daily_bid_limit: 100 })
      .where("user_id", "=", userId)
      .execute();
    const viewer = await findViewer(kysely, userId);
    if (!viewer) throw new Error(email);
    const amount = (amounts[place] ?? 0) * 5_000;
    const body = bidOn(lot, { amount, bidType: 1 });
    const { result } = await placeBid(context, {
      ...{ client: { viewer, fullName: "" }, body, key: null },
    });
    bids.set(result.bidId, { email, lot, amount });
  }
});

const expectedOf = (id: string): number => {
  const { email, amount } = bids.get(id) ?? { email: "", amount: 0 };
  const { port, isVip } = clients[email as Email];
  return byHand(amount, port, isVip);
};

describe("the whole price of a bid", () => {
  it.each([
    ["client", "/bid/my-bid", 3],
    ["dealer", "/bid/dealer", 3],
    ["manager", "/bid/index", 6],
  ] as const)(
    "is that of the client for the %s, from the amount of the bid",
    async (account, path, count) => {
      const cars = await read(account, path);
      expect(cars).toHaveLength(count);
      for (const { bidId, landedPrice, clientPort } of cars) {
        expect(landedPrice).toBe(expectedOf(bidId));
        const { email } = bids.get(bidId) ?? {};
        expect(clientPort).toBe(email && clients[email].port);
      }
    },
  );

  it("is the number that the lot's rates give for the same amount", async () => {
    const session = await signIn(server, "client");
    for (const { bidId, landedPrice, bidAmount } of await read(
      ...(["client", "/bid/my-bid"] as const),
    )) {
      const lot = bids.get(bidId)?.lot ?? "";
      const url = `/api/sums?list=car-auction&id=${lot}`;
      const reply = await server.call({ url, ...session });
      const sum = reply
        .json<SumsReply>()
        .sums.find(({ field }) => field === "landedPrice");
      const added = (sum?.lines ?? []).map(({ rates }) => {
        const rate = rates.find(({ band }) => band <= bidAmount);
        const share = ((rate?.milliPercent ?? 0) * bidAmount) / 100_000;
        return (rate?.amount ?? 0) + Math.round(share);
      });
      expect(landedPrice).toBe(
        added.reduce((total, line) => total + line, bidAmount),
      );
    }
  });

  it("is calculated from the sold price once the bid has won, and from the amount of the bid if another has won", async () => {
    const [won = "", , lost = ""] = [...bids.keys()];
    const set = (id: string, bid_status: number, sold_price: number) =>
      kysely
        .updateTable("bids")
        .set({ bid_status, sold_price })
        .where("id", "=", id)
        .execute();
    await set(won, bidStatuses.win, 250_000);
    await set(lost, bidStatuses.finished, 5_000_000);
    const found = await read("manager", "/bid/bid-history");
    const prices = new Map(
      found.map(({ bidId, landedPrice }) => [bidId, landedPrice]),
    );
    const own = await read("manager", "/bid/index");
    for (const { bidId, landedPrice } of own) prices.set(bidId, landedPrice);
    expect(prices.get(won)).toBe(byHand(250_000, "Vladivostok", false));
    expect(prices.get(lost)).toBe(expectedOf(lost));
  });
});
