import { afterAll, describe, expect, it } from "vitest";
import {
  createChangeHub,
  trackRecentPosition,
  type ChangeHub,
  type ChangeRange,
  type ChangeTopic,
} from "../../../../server/platform/changes";
import type { Database } from "../../../../server/platform/database";
import { testDatabase } from "../../../support/database";
import { until } from "../../../support/eventually";
import { memoryLog } from "../../../support/memoryLog";
import { hasPostgres } from "../../../support/postgres";
import { bury, takeAndWait } from "./support";

describe.skipIf(!hasPostgres)("the hub of changes", async () => {
  const database = await testDatabase();
  const hubs: ChangeHub[] = [];
  afterAll(async () => {
    await Promise.all(hubs.map((hub) => hub.stop()));
    await database.close();
  });

  const startHub = (elapsed: () => number = () => 0) => {
    const hub = createChangeHub({ database, log: memoryLog().log, elapsed });
    hubs.push(hub);
    return hub;
  };

  it("reads again after the first of two skipped writers that end while a subscriber is busy", async () => {
    let time = 0;
    let looks = 0;
    const hub = startHub(() => {
      looks += 1;
      return time;
    });
    /** Resolves once the hub has handled a look that began after the call. */
    const looked = async () => {
      const end = looks + 3;
      await until(async () => {
        await (await takeAndWait(database)).commit();
        return looks >= end;
      });
    };
    const ranges: ChangeRange[] = [];
    let letGo: () => void = () => undefined;
    let isBusy = false;
    const subscription = await hub.subscribe({
      name: "slow",
      reads: () => ({}),
      onChanges: async (range) => {
        ranges.push(range);
        if (isBusy)
          await new Promise<void>((resolve) => {
            letGo = resolve;
          });
      },
    });
    const first = await takeAndWait(database);
    const second = await takeAndWait(database);
    await looked();
    time = 10_001;
    isBusy = true;
    const before = ranges.length;
    await until(() => ranges.length > before);
    await first.commit();
    await looked();
    await second.commit();
    await looked();
    isBusy = false;
    ranges.length = 0;
    letGo();
    await until(() => subscription.number() >= second.taken);
    expect(ranges.some(({ after }) => after < first.taken)).toBe(true);
  });

  it("tries a subscriber that fails again after pauses that grow to ten seconds", async () => {
    const pauses: number[] = [];
    let isFailing = true;
    const { log, lines } = memoryLog();
    const hub = createChangeHub({
      database,
      log,
      beforeRetry: (milliseconds) => {
        pauses.push(milliseconds);
        isFailing = pauses.length < 8 || pauses.length === 9;
        return Promise.resolve();
      },
    });
    hubs.push(hub);
    const handled: ChangeRange[] = [];
    const subscription = await hub.subscribe({
      name: "failing",
      reads: () => ({}),
      onChanges: (range) => {
        if (isFailing) return Promise.reject(new Error("broken"));
        handled.push(range);
        return Promise.resolve();
      },
    });
    const beginning = subscription.number();
    const first = await takeAndWait(database);
    await first.commit();
    await until(() => subscription.number() >= first.taken);
    expect(pauses).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ]);
    expect(lines).toHaveLength(8);
    expect(handled[0]?.after).toBe(beginning);
    isFailing = true;
    const second = await takeAndWait(database);
    await second.commit();
    await until(() => subscription.number() >= second.taken);
    expect(pauses.slice(8)).toEqual([250, 500]);
  });

  it("logs no failure of a subscriber that gives up its work because it stops", async () => {
    const { log, lines } = memoryLog();
    const hub = createChangeHub({ database, log });
    hubs.push(hub);
    let giveUp: (() => void) | undefined;
    const subscription = await hub.subscribe({
      name: "stopped",
      reads: () => ({}),
      onChanges: () =>
        new Promise((_, reject) => {
          giveUp = () => {
            reject(new Error("stopped"));
          };
        }),
    });
    await (await takeAndWait(database)).commit();
    const end = await until(() => giveUp);
    const stopped = subscription.stop();
    end();
    await stopped;
    expect(lines).toEqual([]);
  });

  it("gives a subscriber that comes during a read the changes of its topics", async () => {
    const hub = startHub();
    const heard = new Set<ChangeTopic>();
    let joining: ReturnType<ChangeHub["subscribe"]> | undefined;
    let isReading = false;
    await hub.subscribe({
      name: "first",
      reads: () => {
        if (isReading)
          joining ??= hub.subscribe({
            name: "second",
            reads: () => ({ lots: [] }),
            onChanges: (_range, topics) => {
              for (const topic of topics) heard.add(topic);
              return Promise.resolve();
            },
          });
        return { bids: [{ table: "bids" }] };
      },
      onChanges: () => Promise.resolve(),
    });
    isReading = true;
    await bury(database, "1");
    const second = await until(() => joining);
    const beginning = second.number();
    const later = await takeAndWait(database);
    await later.commit();
    await until(() => second.number() >= later.taken);
    // The lot was buried by the only transaction before.
    const isIncluded = beginning >= later.taken - 3n;
    expect(isIncluded || heard.has("lots")).toBe(true);
  });

  it("places a skipped writer behind its number, and anew in the log when it commits", async () => {
    let time = 0;
    const replica: Database["replica"] = {
      kysely: database.kysely,
      includes: () => Promise.resolve(true),
    };
    const position = trackRecentPosition(
      { kysely: database.kysely, replica },
      () => time,
    );
    const slow = await takeAndWait(database, "9");
    const quick = await takeAndWait(database);
    await quick.commit();
    const waiting = await position();
    time = 10_001;
    const skipped = await until(async () => {
      const found = await position();
      return found !== waiting && found;
    });
    expect(skipped.settled).toBeLessThan(slow.taken);
    await slow.commit();
    const after = await until(async () => {
      const found = await position();
      return found.settled >= quick.taken && found;
    });
    expect(after.place).not.toBe(skipped.place);
  });
});
