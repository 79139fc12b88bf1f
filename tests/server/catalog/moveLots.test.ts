import { eventsOf } from "../../../server/platform/live";
import { AsyncLocalStorage } from "node:async_hooks";
import { beforeAll, expect, it } from "vitest";
import { moveLots, writeLots } from "../../../server/catalog";
import { lotNews } from "../../../server/catalog/lotNews";
import type { NeutralLot } from "../../../server/catalog";
import { placeBid } from "../../../server/bidding/placeBid";
import {
  inTransaction,
  type Database,
} from "../../../server/platform/database";
import { trackSettled } from "../../../server/platform/changes/settledNumber";
import { lotPorts } from "../../../server/bidding";
import { eachDatabase } from "../../support/database";
import { addClient, bidOn, contextOf, type Context } from "../bidding/support";
import { carLot } from "./support/catalogApp";

const monday = "2026-11-23T09:00:00+09:00";
const friday = { auctionDate: "2026-11-20T15:00:00+09:00", status: 4532 };

eachDatabase("moving lots of past sale days", (open, kind) => {
  let database: Database;
  let context: Context;
  beforeAll(async () => {
    database = await open();
    ({ context } = contextOf(database));
  });

  const write = (lots: readonly NeutralLot[]) =>
    inTransaction(database, (trx) => writeLots(trx, "auction", lots));
  const places = async (prefix: string) => {
    const lots = await database.kysely
      .selectFrom("lots")
      .select(["id", "area", "source_id"])
      .where("source_id", "like", `${prefix}%`)
      .orderBy("id")
      .execute();
    return lots.map(({ id, area, source_id }) => `${id} ${source_id} ${area}`);
  };
  const move = (
    options: Partial<Parameters<typeof moveLots>[0]> = {},
    signal?: AbortSignal,
  ) =>
    moveLots(
      {
        database,
        clock: { now: () => new Date(monday) },
        ports: lotPorts,
        ...options,
      },
      { from: "auction", to: "stats", before: "2026-11-23" },
      signal,
    );
  const lastChange = async () => {
    const { seq } = await database.kysely
      .selectFrom("lots")
      .select(({ fn }) => fn.max("seq").as("seq"))
      .executeTakeFirstOrThrow();
    return BigInt(seq);
  };

  it("keeps their ids, and the bids on them follow", async () => {
    await write([
      carLot("a1", friday),
      carLot("a2", friday),
      carLot("a3", { auctionDate: "2026-11-23T10:00:00+09:00" }),
    ]);
    const before = await places("a");
    const [lotId = ""] = before[0]?.split(" ") ?? [];
    const viewer = await addClient(database);
    const client = { viewer, fullName: "Anna" };
    await placeBid(context, { client, body: bidOn(lotId), key: null });
    expect(await move()).toBe(2);
    expect(await places("a")).toEqual([
      before[0]?.replace("auction", "stats"),
      before[1]?.replace("auction", "stats"),
      before[2],
    ]);
    const bid = await database.kysely
      .selectFrom("bids")
      .select(["lot_area", "lot_id"])
      .executeTakeFirstOrThrow();
    expect(bid).toEqual({ lot_area: "stats", lot_id: lotId });
    expect(await move()).toBe(0);
  });

  it("is live news in both areas", async () => {
    await write([carLot("b1", friday), carLot("b2", friday)]);
    const after = await lastChange();
    const ids = (await places("b")).map((lot) => lot.split(" ")[0]);
    await move();
    const news = await lotNews(context).read({
      after,
      upTo: (await lastChange()) + 1_000n,
    });
    const viewer = await addClient(
      database,
      {},
      {
        carAuctionsView: true,
        salesStatisticsView: true,
      },
    );
    const [event] = news ? eventsOf(news, viewer) : [];
    expect(event?.data).toEqual({
      areas: expect.arrayContaining(
        ["auction", "stats"].map((area) => ({
          area,
          added: 0,
          changed: 2,
          lotIds: expect.arrayContaining(ids) as string[],
        })),
      ) as unknown,
    });
  });

  // One connection cannot ask in the middle of its own transaction.
  if (kind === "server")
    it("is announced, so that no reader passes it before its commit", async () => {
      await write([carLot("e1", friday)]);
      let isWaiting = false;
      const asOther = AsyncLocalStorage.snapshot();
      const ports: typeof lotPorts = {
        ...lotPorts,
        lotsMoved: async (trx, moved) => {
          ({ isWaiting } = await asOther(trackSettled(database)));
          return lotPorts.lotsMoved(trx, moved);
        },
      };
      expect(await move({ ports })).toBe(1);
      expect(isWaiting).toBe(true);
    });

  it("goes on after a stop, a chunk at a time", async () => {
    await write(
      Array.from({ length: 250 }, (_, index) => carLot(`c${index}`, friday)),
    );
    const stopping = new AbortController();
    const ports: typeof lotPorts = {
      ...lotPorts,
      lotsMoved: (trx, moved) => {
        stopping.abort();
        return lotPorts.lotsMoved(trx, moved);
      },
    };
    await expect(move({ ports }, stopping.signal)).rejects.toThrow();
    const moved = (await places("c")).filter((lot) => lot.endsWith("stats"));
    expect(moved).toHaveLength(200);
    expect(await move()).toBe(50);
  });

  it("moves nothing when another area refuses", async () => {
    await write([carLot("d1", friday)]);
    const ports = {
      ...lotPorts,
      lotsMoved: () => Promise.reject(new Error("refused")),
    };
    const before = await places("d");
    await expect(move({ ports })).rejects.toThrow("refused");
    expect(await places("d")).toEqual(before);
  });

  it("is refused between kinds", async () => {
    await expect(
      moveLots(
        { database, clock: context.clock, ports: lotPorts },
        { from: "auction", to: "bikes", before: "2026-11-23" },
      ),
    ).rejects.toThrow("cannot move");
  });
});
