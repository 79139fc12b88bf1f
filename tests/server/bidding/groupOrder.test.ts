import { beforeAll, describe, expect, it } from "vitest";
import type {
  BidGroupOrderPresent,
  PlaceBidReply,
} from "../../../generated/schemas";
import { sql } from "kysely";
import { trackSettled } from "../../../server/platform/changes/settledNumber";
import { signIn, testApp, type Account } from "../../support/app";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { addLot, bidOn, noon } from "./support";

const server = await testApp({ now: noon });
const { context } = server;
const groupC = 3;

type Method = "GET" | "PUT" | "POST";
const as = async (
  account: Account,
  method: Method,
  url: string,
  payload?: object,
) =>
  server.call({
    method,
    url: `/api${url}`,
    ...(payload && { payload }),
    ...(await signIn(server, account)),
  });

const orderOf = async (account: Account, group = groupC) =>
  (
    await as(account, "GET", `/bid/group-order?bidGroup=${group}`)
  ).json<BidGroupOrderPresent>();

const bids: string[] = [];

beforeAll(async () => {
  for (const time of ["16:00", "15:00", "15:00"]) {
    const auctionDate = `2026-11-20T${time}:00+09:00`;
    const carId = await addLot(context.database, { auctionDate });
    const body = bidOn(carId, { bidGroup: groupC, bidType: 1 });
    const reply = await as("client", "POST", "/bid/create", body);
    bids.push(reply.json<PlaceBidReply>().result.bidId);
  }
});

describe("the order of a group", () => {
  it("shows the own active bids in the order of buying, as the client sets it", async () => {
    const [late = "", first = "", second = ""] = bids;
    const present = await orderOf("client");
    expect(present.group).toMatchObject({ label: "C", cars: 2, left: 2 });
    expect(present.bids.map(({ bidId }) => bidId)).toEqual([
      first,
      second,
      late,
    ]);
    expect(present.bids[0]).toMatchObject({
      title: expect.stringContaining("TOYOTA AQUA") as string,
      place: expect.stringContaining("JU Tokyo") as string,
      auctionDate: "2026-11-20T15:00:00+09:00",
      bidAmount: 200_000,
    });
    const bidIds = [late, second, first];
    const body = { bidGroup: groupC, bidIds };
    expect(
      (await as("client", "PUT", "/bid/group-order", body)).statusCode,
    ).toBe(200);
    const changed = await orderOf("client");
    expect(changed.bids.map(({ bidId }) => bidId)).toEqual([
      second,
      first,
      late,
    ]);
  });

  it("is not set over an order that the client has not seen", async () => {
    const before = (await orderOf("client")).bids.map(({ bidId }) => bidId);
    const [one = "", other = "", late = ""] = before;
    const set = (bidIds: string[]) =>
      as("client", "PUT", "/bid/group-order", {
        bidGroup: groupC,
        bidIds,
        before,
      });
    expect((await set([other, one, late])).statusCode).toBe(200);
    const refused = await set([late, one, other]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      current: { bidIds: [other, one, late] },
    });
  });

  it.skipIf(!hasPostgres)(
    "is announced, so that no reader passes it before its commit",
    async () => {
      const { database } = context;
      const present = (await orderOf("client")).bids;
      const [one = "", other = "", late = ""] = present.map(
        ({ bidId }) => bidId,
      );
      const holding = await database.kysely.startTransaction().execute();
      await sql`lock table bid_log in exclusive mode`.execute(holding);
      const bidIds = [other, one, late];
      const body = { bidGroup: groupC, bidIds };
      const ordering = as("client", "PUT", "/bid/group-order", body);
      await untilBlocked(database);
      const { isWaiting } = await trackSettled(database)();
      await holding.rollback().execute();
      expect((await ordering).statusCode).toBe(200);
      expect(isWaiting).toBe(true);
    },
  );

  it("has no bids of other people and no unknown groups", async () => {
    expect((await orderOf("dealer")).bids).toEqual([]);
    expect((await orderOf("client", 1)).bids).toEqual([]);
    const unknown = await as("client", "GET", "/bid/group-order?bidGroup=99");
    expect(unknown.statusCode).toBe(404);
    const manager = await as("manager", "GET", "/bid/group-order?bidGroup=3");
    expect(manager.statusCode).toBe(403);
  });
});
