import { EventEmitter, once } from "node:events";
import { sql, type Kysely, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../../../server/migrations";
import type { Database, Tables } from "../../../../server/platform/database";
import { migrate, openDatabase } from "../../../../server/platform/database";
import {
  announceChange,
  followChanges,
} from "../../../../server/platform/changes";
import { trackSettledPosition } from "../../../../server/platform/changes/settledPosition";
import { memoryLog } from "../../../support/database";
import { hasPostgres, startPostgres } from "../../../support/postgres";

const take = async (db: Kysely<Tables>): Promise<bigint> => {
  const { rows } = await sql<{ taken: string }>`
    select nextval('change_seq')::text as taken`.execute(db);
  return BigInt(rows[0]?.taken ?? 0);
};

/** Takes a change number in a transaction that stays open until `commit`. */
async function takeAndWait(database: Database) {
  let commit: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let tellTaken: (taken: bigint) => void = () => undefined;
  const taken = new Promise<bigint>((resolve) => {
    tellTaken = resolve;
  });
  const done = database.kysely
    .transaction()
    .execute(async (trx: Transaction<Tables>) => {
      await announceChange(trx, "bids");
      tellTaken(await take(trx));
      await isOver;
    });
  return {
    taken: await taken,
    commit: async () => {
      commit();
      await done;
    },
  };
}

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
    const position = trackSettledPosition(database);
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
      taken: quick.taken,
      isWaiting: false,
      hasMissed: false,
      hasSkipped: false,
    });
  });

  it("moves on while newer transactions keep starting", async () => {
    const position = trackSettledPosition(database);
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
    const position = trackSettledPosition(database);
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
    const position = trackSettledPosition(database);
    const quick = await takeAndWait(database);
    await quick.commit();
    expect((await position()).settled).toBe(quick.taken);
    await slow.commit();
    await other.close();
  });

  it("lets a follower begin while others keep writing", async () => {
    const steps = new EventEmitter();
    const first = await takeAndWait(database);
    const looked = once(steps, "looked");
    const starting = followChanges({
      database,
      log: memoryLog().log,
      follower: {
        onChanges: ({ upTo }) => {
          steps.emit("changes", upTo);
          return Promise.resolve();
        },
        onMissed: () => undefined,
      },
      signal: new AbortController().signal,
      elapsed: () => {
        steps.emit("looked");
        return 0;
      },
    });
    await looked;
    const second = await takeAndWait(database);
    await first.commit();
    const following = await starting;
    expect(following.position()).toBeGreaterThanOrEqual(first.taken);
    expect(following.position()).toBeLessThan(second.taken);
    const changes = once(steps, "changes");
    await second.commit();
    expect(await changes).toEqual([second.taken]);
    await following.stop();
  });

  it("passes a writer that is open for over ten seconds, and tells followers when it commits", async () => {
    let time = 0;
    const reached: bigint[] = [];
    const steps = new EventEmitter();
    const following = await followChanges({
      database,
      log: memoryLog().log,
      follower: {
        onChanges: ({ upTo }) => {
          reached.push(upTo);
          steps.emit("changes");
          return Promise.resolve();
        },
        onMissed: (position) => steps.emit("missed", position),
      },
      signal: new AbortController().signal,
      elapsed: () => time,
    });
    const before = once(steps, "changes");
    const slow = await takeAndWait(database);
    const quick = await takeAndWait(database);
    await quick.commit();
    await before;
    expect(following.position()).toBeLessThan(slow.taken);
    const passed = once(steps, "changes");
    time = 10_001;
    await passed;
    expect(reached.at(-1)).toBe(quick.taken);
    const missed = once(steps, "missed");
    await slow.commit();
    const [position] = (await missed) as [bigint];
    expect(position).toBeGreaterThan(slow.taken);
    await following.stop();
  });

  it("counts on where the numbers of locks begin again", async () => {
    await sql`select setval('change_seq', ${String(2 ** 31 - 2)}::bigint)`.execute(
      database.kysely,
    );
    const position = trackSettledPosition(database);
    const slow = await takeAndWait(database);
    const quick = await takeAndWait(database);
    await quick.commit();
    expect((await position()).settled).toBe(slow.taken - 1n);
    await slow.commit();
    expect((await position()).settled).toBe(quick.taken);
  });
});
