import { beforeAll, expect, it, onTestFinished } from "vitest";
import { writeLots } from "../../../server/catalog";
import { turnoverJob } from "../../../server/catalog/moveLots";
import {
  inTransaction,
  type Database,
} from "../../../server/platform/database";
import { lotPorts } from "../../../server/bidding";
import { openServer } from "../../../server/platform/database/server/openServer";
import { onDatabase, programDatabase } from "../../support/database";
import { silentLog } from "../../support/memoryLog";
import { hasPostgres } from "../../support/postgres";
import { carLot } from "./support/catalogApp";

const sunday = { auctionDate: "2026-11-22T15:00:00+09:00" };
const monday = { auctionDate: "2026-11-23T09:00:00+09:00" };
const { signal } = new AbortController();

onDatabase("the turnover of past weeks", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const runAt = (time: string, on = database) =>
    turnoverJob({
      database: on,
      clock: { now: () => new Date(time) },
      ports: lotPorts,
    }).run(signal);
  const write = (area: "auction" | "bikes", ...lots: Lots) =>
    inTransaction(database, (trx) => writeLots(trx, area, lots));
  type Lots = ReturnType<typeof carLot>[];
  const lotsOf = (prefix: string) =>
    database.kysely
      .selectFrom("lots")
      .select(["id", "source_id", "area", "status"])
      .where("source_id", "like", `${prefix}%`)
      .orderBy("source_id")
      .execute();

  it("begins with Monday in Japan, for cars and bikes", async () => {
    await write("auction", carLot("week1", sunday), carLot("week2", monday));
    await write("bikes", carLot("week3", sunday));
    expect(await runAt("2026-11-22T23:59:59+09:00")).toBe(0);
    expect(await runAt("2026-11-23T00:00:00+09:00")).toBe(2);
    expect(await lotsOf("week")).toMatchObject([
      { area: "stats" },
      { area: "auction" },
      { area: "bike-stats" },
    ]);
  });

  it("leaves lots where the next feed updates them", async () => {
    await write("auction", carLot("late", sunday));
    const [before] = await lotsOf("late");
    await runAt(monday.auctionDate);
    await write("auction", carLot("late", { ...sunday, status: 4534 }));
    expect(await lotsOf("late")).toEqual([
      { ...before, area: "stats", status: 4534 },
    ]);
  });

  it.skipIf(!hasPostgres)(
    "moves each lot once, with its note, if two servers meet",
    async () => {
      const { DATABASE_URL: url = "" } = await programDatabase();
      const servers = [0, 1].map(() => openServer({ url, log: silentLog }));
      for (const server of servers) onTestFinished(() => server.close());
      const [first] = servers;
      if (!first) throw new Error("There are two servers.");
      const lots = Array.from({ length: 250 }, (_, index) =>
        carLot(`pair${index}`, sunday),
      );
      await inTransaction(first, (trx) => writeLots(trx, "auction", lots));
      const { kysely } = first;
      const { id } = await kysely
        .selectFrom("lots")
        .select("id")
        .where("source_id", "=", "pair7")
        .executeTakeFirstOrThrow();
      const note = { kind: "car" as const, lot_id: id, text: "Rust" };
      await kysely
        .insertInto("lot_notes")
        .values({ ...note, updated_at: new Date(sunday.auctionDate) })
        .execute();
      const moved = await Promise.all(
        servers.map((server) => runAt(monday.auctionDate, server)),
      );
      expect(moved.toSorted((a, b) => a - b)).toEqual([0, 250]);
      const notes = kysely.selectFrom("lot_notes").select("text");
      expect(await notes.where("lot_id", "=", id).execute()).toEqual([
        { text: "Rust" },
      ]);
    },
  );

  it("moves each lot once if two runs meet", async () => {
    const lots = Array.from({ length: 250 }, (_, index) =>
      carLot(`both${index}`, sunday),
    );
    await write("auction", ...lots);
    const moved = await Promise.all([
      runAt(monday.auctionDate),
      runAt(monday.auctionDate),
    ]);
    expect(moved.toSorted((a, b) => a - b)).toEqual([0, 250]);
  });
});
