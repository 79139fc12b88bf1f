import { beforeAll, describe, expect, it } from "vitest";
import type { BidWorkReply } from "../../../generated/schemas";
import { placeBid } from "../../../server/bidding/placeBid";
import { signIn, testApp } from "../../support/app";
import { addClient, addLot, bidOn, noon } from "./support";

const server = await testApp({ now: noon });
const { context } = server;
const { database } = context;
const manager = await signIn(server, "manager");
const { kysely } = database;

const place = async (carId: string) => {
  const client = { viewer: await addClient(database), fullName: "Anna" };
  const body = bidOn(carId);
  return (await placeBid(context, { client, body, key: null })).result.bidId;
};
const lotAt = (time: string, auctionName = "JU Tokyo") =>
  addLot(database, {
    auctionName,
    auctionDate: `2026-11-${time}:00+09:00`,
  });
const setStatus = (id: string, bid_status: number) =>
  kysely.updateTable("bids").set({ bid_status }).where("id", "=", id).execute();

describe("the work of a manager's day", () => {
  beforeAll(async () => {
    const first = await place(await lotAt("20T15:10"));
    await place(await lotAt("20T15:40"));
    await place(await lotAt("20T16:00"));
    await place(await lotAt("20T15:20", "USS Nagoya"));
    await place(await lotAt("21T10:00"));
    const over = await place(await lotAt("20T15:30"));
    await setStatus(first, 2);
    await setStatus(over, 5);
  });

  it("is today's active bids by house, with the last call and the close of bids", async () => {
    const reply = await server.call({ url: "/api/bid/work", ...manager });
    const { day, groups, undecided } = reply.json<BidWorkReply>();
    expect([day, undecided]).toEqual(["2026-11-20", 0]);
    expect(
      groups.map(
        ({ auctionName, startsAt, lastCall, bidsClose, newBids, bids }) => [
          auctionName,
          startsAt.slice(11, 16),
          lastCall.slice(11, 16),
          bidsClose.slice(11, 16),
          newBids,
          bids,
        ],
      ),
    ).toEqual([
      ["USS Nagoya", "15:20", "14:20", "14:50", 1, 0],
      // The first new bid decides; the bid of 15:10 has been forwarded.
      ["JU Tokyo", "15:40", "14:40", "15:10", 2, 1],
    ]);
  });

  it("counts as many bids of a house as its links show", async () => {
    const reply = await server.call({ url: "/api/bid/work", ...manager });
    const { day, groups } = reply.json<BidWorkReply>();
    const totals = await Promise.all(
      groups.flatMap(({ auctionId }) =>
        [1, 2].map(async (status) => {
          const list = await server.call({
            url: `/api/bid/index?auctionDateFrom=${day}&auctionDateTo=${day}&auctions=${auctionId}&bidStatus=${status}`,
            ...manager,
          });
          return list.json<{ pageInfo: { totalSearchResults: number } }>()
            .pageInfo.totalSearchResults;
        }),
      ),
    );
    expect(totals).toEqual([1, 0, 2, 1]);
    expect(totals).toEqual(
      groups.flatMap(({ newBids, bids }) => [newBids, bids]),
    );
  });

  it("counts bids that wait for a decision after the auction", async () => {
    const id = await place(await lotAt("20T17:00"));
    await kysely
      .updateTable("bids")
      .set({ needs_decision: true })
      .where("id", "=", id)
      .execute();
    const reply = await server.call({ url: "/api/bid/work", ...manager });
    expect(reply.json<BidWorkReply>().undecided).toBe(1);
  });

  it("shows how many other clients bid on the same lot", async () => {
    const lot = await lotAt("20T18:00");
    const ids = [await place(lot), await place(lot), await place(lot)];
    await setStatus(ids[2] ?? "", 4);
    const reply = await server.call({
      url: "/api/bid/index?bidStatus=All&pageSize=70",
      ...manager,
    });
    const { cars } = reply.json<{
      cars: { bidId: string; rivals: number | null }[];
    }>();
    const rivals = new Map(cars.map((row) => [row.bidId, row.rivals]));
    expect(ids.map((id) => rivals.get(id))).toEqual([1, 1, null]);
    const alone = await place(await lotAt("20T19:00"));
    const again = await server.call({
      url: "/api/bid/index?bidStatus=All&pageSize=70",
      ...manager,
    });
    expect(
      again
        .json<{ cars: { bidId: string; rivals: number | null }[] }>()
        .cars.find(({ bidId }) => bidId === alone)?.rivals,
    ).toBeNull();
  });
});
