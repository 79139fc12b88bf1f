import { beforeAll, describe, expect, it } from "vitest";
import { roleIds, type Viewer } from "../../../domain/access";
import type { BidListReply } from "../../../generated/schemas";
import { bidSource } from "../../../server/bidding/bidSource";
import { placeBid } from "../../../server/bidding/placeBid";
import {
  readRows,
  createListingReader,
} from "../../../server/workspace/listing";
import { signIn, testApp, type Account } from "../../support/app";
import { addClient, addLots, bidOn, noon } from "./support";

const server = await testApp({ now: noon });
const { context, ids } = server;
const { database, schemas } = context;

const statuses = [1, 2, 3, 4, 5, 6] as const;
const conditions = ["S", "3", "4.5", "R", null];
let anna: Viewer;
let boris: Viewer;

async function placeAll(viewer: Viewer, carIds: readonly string[]) {
  for (const carId of carIds) {
    const client = { viewer, fullName: "" };
    await placeBid(context, { client, body: bidOn(carId), key: null });
  }
}

async function listed(query: string, account: Account = "manager") {
  const path = account === "client" ? "/bid/my-bid" : "/bid/index";
  const reply = await server.call({
    url: `/api${path}?${query}`,
    ...(await signIn(server, account)),
  });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const body = reply.json<BidListReply>();
  expect(schemas.validator("bid-list#/definitions/reply")(body)).toEqual([]);
  return body;
}

beforeAll(async () => {
  anna = await addClient(database);
  boris = await addClient(database);
  const carIds: string[] = [];
  for (const [index, condition] of [...conditions, ...conditions].entries())
    carIds.push(
      ...(await addLots(database, 3, {
        lotNo: `7${index}`,
        condition,
        auctionDate: `2026-11-2${index % 3}T15:00:00+09:00`,
        startPrice: index === 4 ? null : 100_000 + index * 5000,
      })),
    );
  await placeAll(anna, carIds);
  // Both bid on these cars, and no car is won twice.
  await placeAll(boris, carIds.slice(1, 8));
  const bids = await database.kysely
    .selectFrom("bids")
    .select(["id"])
    .orderBy("id")
    .execute();
  for (const [index, { id }] of bids.entries())
    await database.kysely
      .updateTable("bids")
      .set({ bid_status: statuses[index % statuses.length] ?? 1 })
      .where("id", "=", id)
      .execute();
});

describe("the bid manager's list", () => {
  it("contains the bids of all clients with the names of client and manager", async () => {
    await database.kysely
      .updateTable("users")
      .set({ manager_id: ids["manager@seriba.test"] ?? null })
      .where("id", "=", anna.userId)
      .execute();
    const { cars, totalBids, pageInfo } = await listed("pageSize=70");
    expect(cars).toHaveLength(37);
    expect(totalBids).toBe(37);
    expect(pageInfo).toEqual({
      page: 1,
      pageSize: 70,
      totalSearchResults: 37,
      totalResults: 37,
    });
    const names = new Map(cars.map(({ user, manager }) => [user, manager]));
    expect(names.size).toBe(2);
    // The reader is the manager of one of them.
    expect([...names.values()].sort()).toEqual(["@company", null]);
  });

  it("counts the rows of each tab with the other filters, whichever tab is selected", async () => {
    const all = await listed("pageSize=70&auctionDateFrom=2026-11-21");
    const counted = all.counters.map(({ status, count }) => [status, count]);
    const expected = statuses.map((status) => [
      String(status),
      all.cars.filter(({ bidStatus }) => bidStatus === status).length,
    ]);
    const archived = all.cars.filter(({ bidStatus }) =>
      [3, 4, 5].includes(bidStatus ?? 0),
    );
    expect(counted).toEqual([
      ["All", all.cars.length],
      ...expected,
      ["Archive", archived.length],
    ]);
    expect(all.cars.length).toBeLessThan(all.totalBids);
    const tab = await listed("bidStatus=3&auctionDateFrom=2026-11-21");
    expect(tab.counters).toEqual(all.counters);
    expect(tab.totalBids).toBe(all.totalBids);
    expect(tab.pageInfo.totalSearchResults).toBe(tab.cars.length);
    expect(tab.cars.map(({ bidId }) => bidId)).toEqual(
      all.cars.filter((car) => car.bidStatus === 3).map(({ bidId }) => bidId),
    );
  });

  it("accepts All and rejects an unknown status", async () => {
    const all = await listed("bidStatus=All");
    expect(all.pageInfo.totalSearchResults).toBe(37);
    await expect(listed("bidStatus=9")).rejects.toThrow("invalid_request");
    await expect(listed("bidStatus=1,2")).rejects.toThrow("invalid_request");
  });

  it("filters by auction day and by lot number", async () => {
    const day = "auctionDateFrom=2026-11-21&auctionDateTo=2026-11-21";
    const { cars } = await listed(`${day}&pageSize=70`);
    expect(cars.length).toBeGreaterThan(0);
    for (const { auctionDate } of cars)
      expect(auctionDate).toMatch(/^2026-11-21T15:00:00\+09:00$/);
    const byLot = await listed("lotNo=71");
    expect(new Set(byLot.cars.map(({ lotNo }) => lotNo))).toEqual(
      new Set(["71"]),
    );
    expect((await listed("lotNo=%25")).cars).toEqual([]);
  });

  it("sorts by grade and price in both directions, missing values last", async () => {
    const order = async (sort: string) =>
      (await listed(`pageSize=70&sort=${sort}`)).cars;
    const grades = ["S", "4.5", "3", "R"];
    const runs = (values: readonly (string | null | undefined)[]) =>
      values.filter((value, index) => value !== values[index - 1]);
    const up = await order("condition&order=ASC");
    expect(runs(up.map(({ condition }) => condition))).toEqual([
      ...grades,
      null,
    ]);
    const down = await order("condition&order=DESC");
    expect(runs(down.map(({ condition }) => condition))).toEqual([
      ...grades.reverse(),
      null,
    ]);
    const prices = (await order("startPrice&order=DESC")).map(
      ({ startPrice }) => startPrice ?? -1,
    );
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    expect(prices.at(-1)).toBe(-1);
  });
});

describe("a list of bids", () => {
  async function readable(viewer: Viewer): Promise<Set<unknown>> {
    const all = await database.kysely.selectFrom("bids").select("id").execute();
    const rows = await readRows(createListingReader(context, bidSource), {
      ids: all.map(({ id }) => id),
      fields: ["userId"],
      row: schemas.row("bid"),
      resource: context.workspace.resource("bid-manager"),
      viewer,
      where: undefined,
    });
    return new Set(rows.map(({ userId }) => userId));
  }

  it("contains a client's own bids, all bids for managers and no bids without a role", async () => {
    expect(await readable(anna)).toEqual(new Set([anna.userId]));
    expect(await readable({ ...anna, userType: 3 })).toEqual(
      new Set([anna.userId, boris.userId]),
    );
    expect(await readable({ ...anna, userLevel: 7 })).toEqual(new Set());
  });

  it("contains the bids of a dealer's clients with the dealer's permission only", async () => {
    const dealer = { ...(await addClient(database)), roleId: roleIds.dealer };
    expect(await readable(dealer)).toEqual(new Set());
    await database.kysely
      .updateTable("users")
      .set({ dealer_id: dealer.userId })
      .where("id", "=", boris.userId)
      .execute();
    expect(await readable(dealer)).toEqual(new Set());
    const permissions = { ...dealer.permissions, dealerBidAccess: true };
    expect(await readable({ ...dealer, permissions })).toEqual(
      new Set([boris.userId]),
    );
  });

  it("is empty for a client without bids", async () => {
    const { cars, totalBids, counters, pageInfo } = await listed("", "client");
    expect({ cars, totalBids }).toEqual({ cars: [], totalBids: 0 });
    expect(counters.every(({ count }) => count === 0)).toBe(true);
    expect(pageInfo).toMatchObject({ totalSearchResults: 0, totalResults: 0 });
  });
});
