import { EventEmitter, once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changedLots } from "../../../../server/catalog/lotKinds";
import { migrations } from "../../../../server/migrations";
import type { Database } from "../../../../server/platform/database";
import {
  inTransaction,
  migrate,
  openDatabase,
} from "../../../../server/platform/database";
import {
  announceChange,
  buryRows,
  collectWritten,
  createChangeHub,
  type ChangeRange,
  type ChangeSubscriber,
} from "../../../../server/platform/changes";
import { trackSettled } from "../../../../server/platform/changes/settledNumber";
import { memoryLog } from "../../../support/database";
import { until } from "../../../support/eventually";
import { hasPostgres, startPostgres } from "../../../support/postgres";
import { takeAndWait } from "./support";

describe.skipIf(!hasPostgres)("the settled position", () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({
      url: await postgres.createDatabase(),
      dataDirectory: ":memory:",
      log: memoryLog().log,
    });
    await migrate(database, migrations);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  it("stays before the number of an open transaction", async () => {
    const position = trackSettled(database);
    const slow = await takeAndWait(database);
    const quick = await takeAndWait(database);
    await quick.commit();
    const during = await position();
    expect(during.settled).toBeLessThan(slow.taken);
    expect(during.isWaiting).toBe(true);
    await slow.commit();
    const after = await position();
    expect(after).toEqual({
      settled: quick.taken,
      last: quick.taken,
      isWaiting: false,
      missedAfter: null,
      skippedAfter: null,
    });
  });

  it("moves on while newer transactions keep starting", async () => {
    const position = trackSettled(database);
    const first = await takeAndWait(database);
    await position();
    const second = await takeAndWait(database);
    await first.commit();
    const { settled } = await position();
    expect(settled).toBeGreaterThanOrEqual(first.taken);
    expect(settled).toBeLessThan(second.taken);
    await second.commit();
    expect((await position()).settled).toBe(second.taken);
  });

  it("does not wait for transactions that write no changes", async () => {
    const position = trackSettled(database);
    await database.kysely.transaction().execute(async (report) => {
      await sql`select pg_current_xact_id(), count(*) from lots`.execute(
        report,
      );
      const quick = await takeAndWait(database);
      await quick.commit();
      expect(await position()).toMatchObject({
        settled: quick.taken,
        isWaiting: false,
      });
    });
  });

  it("does not wait for writers of other databases of the cluster", async () => {
    const other = await openDatabase({
      url: await postgres.createDatabase(),
      dataDirectory: ":memory:",
      log: memoryLog().log,
    });
    await migrate(other, migrations);
    const slow = await takeAndWait(other);
    const position = trackSettled(database);
    const quick = await takeAndWait(database);
    await quick.commit();
    expect((await position()).settled).toBe(quick.taken);
    await slow.commit();
    await other.close();
  });

  const subscriber = (
    onChanges: ChangeSubscriber["onChanges"],
  ): ChangeSubscriber => ({
    name: "test",
    reads: () => ({ bids: [{ table: "bids" }], lots: [changedLots] }),
    onChanges,
  });

  it("lets a subscriber begin while others keep writing", async () => {
    const steps = new EventEmitter();
    const first = await takeAndWait(database);
    const looked = once(steps, "looked");
    const hub = createChangeHub({
      database,
      log: memoryLog().log,
      elapsed: () => {
        steps.emit("looked");
        return 0;
      },
    });
    const starting = hub.subscribe(
      subscriber(({ upTo }) => {
        steps.emit("changes", upTo);
        return Promise.resolve();
      }),
    );
    await looked;
    const second = await takeAndWait(database);
    await first.commit();
    const subscription = await starting;
    expect(subscription.number()).toBeGreaterThanOrEqual(first.taken);
    expect(subscription.number()).toBeLessThan(second.taken);
    const changes = once(steps, "changes");
    await second.commit();
    expect(await changes).toEqual([second.taken]);
    await hub.stop();
  });

  it("passes a writer that is open for over ten seconds, and reads its range again when it commits", async () => {
    let time = 0;
    const ranges: ChangeRange[] = [];
    const steps = new EventEmitter();
    const hub = createChangeHub({
      database,
      log: memoryLog().log,
      elapsed: () => time,
    });
    const subscription = await hub.subscribe(
      subscriber((range) => {
        ranges.push(range);
        steps.emit("changes");
        return Promise.resolve();
      }),
    );
    const before = once(steps, "changes");
    const slow = await takeAndWait(database);
    const quick = await takeAndWait(database);
    await quick.commit();
    await before;
    expect(subscription.number()).toBeLessThan(slow.taken);
    const passed = once(steps, "changes");
    time = 10_001;
    await passed;
    expect(ranges.at(-1)?.upTo).toBe(quick.taken);
    // A reader that leaves now must get the changes of the slow writer, on any server.
    const reader = quick.taken;
    expect(hub.resumable(reader)).toBeLessThan(slow.taken);
    expect(await hub.settled()).toBeLessThan(slow.taken);
    const again = once(steps, "changes");
    await slow.commit();
    await again;
    const { after, upTo } = ranges.at(-1) ?? { after: 0n, upTo: 0n };
    expect(after).toBeLessThan(slow.taken);
    expect(upTo).toBeGreaterThanOrEqual(quick.taken);
    await until(() => hub.resumable(reader) === reader);
    await hub.stop();
  });

  it("names the topics with changes, which tombstones are too", async () => {
    const steps = new EventEmitter();
    const hub = createChangeHub({ database, log: memoryLog().log });
    await hub.subscribe(
      subscriber((_range, topics) => {
        steps.emit("changes", [...topics]);
        return Promise.resolve();
      }),
    );
    const nothing = once(steps, "changes");
    await (await takeAndWait(database)).commit();
    expect(await nothing).toEqual([[]]);
    const removed = once(steps, "changes");
    await inTransaction(database, async (trx) => {
      await announceChange(trx, "lots");
      await buryRows(trx, {
        ...{ topic: "lots", place: "auction", ids: ["1"], movedTo: null },
        now: new Date("2026-11-20T12:00:00+09:00"),
      });
    });
    expect(await removed).toEqual([["lots"]]);
    await hub.stop();
  });

  it("gives a range again that a subscriber could not handle, while others go on", async () => {
    const steps = new EventEmitter();
    const { log, lines } = memoryLog();
    const hub = createChangeHub({ database, log });
    const ranges: ChangeRange[] = [];
    await hub.subscribe(
      subscriber((range) => {
        ranges.push(range);
        if (ranges.length === 1) throw new Error("The table is locked");
        steps.emit("handled");
        return Promise.resolve();
      }),
    );
    await hub.subscribe(
      subscriber(() => {
        steps.emit("other");
        return Promise.resolve();
      }),
    );
    const handled = once(steps, "handled");
    const other = once(steps, "other");
    await (await takeAndWait(database)).commit();
    await other;
    await handled;
    expect(ranges[1]?.after).toBe(ranges[0]?.after);
    expect(lines).toEqual([
      "changes could not be followed Error: The table is locked",
    ]);
    await hub.stop();
  });

  it("has passed the number of a write only when the transaction has ended", async () => {
    const numbers = new Map<string, bigint>();
    const steps = new EventEmitter();
    const writing = new Promise<void>((resolve) => {
      collectWritten(numbers, () => {
        void inTransaction(database, async (trx) => {
          await announceChange(trx, "bids");
          steps.emit("announced");
          await once(steps, "commit");
        }).then(resolve);
      });
    });
    await once(steps, "announced");
    const quick = await takeAndWait(database);
    await quick.commit();
    const position = trackSettled(database);
    expect(numbers.size).toBe(0);
    const { settled } = await position();
    steps.emit("commit");
    await writing;
    expect(numbers.get("bids")).toBeGreaterThan(settled);
    expect(numbers.get("bids")).toBeLessThan(quick.taken);
    expect((await position()).settled).toBe(quick.taken);
  });

  it("counts on where the numbers of locks begin again", async () => {
    await sql`select setval('change_seq', ${String(2 ** 31 - 2)}::bigint)`.execute(
      database.kysely,
    );
    const position = trackSettled(database);
    const slow = await takeAndWait(database);
    const quick = await takeAndWait(database);
    await quick.commit();
    expect((await position()).settled).toBe(slow.taken - 2n);
    await slow.commit();
    expect((await position()).settled).toBe(quick.taken);
  });
});
