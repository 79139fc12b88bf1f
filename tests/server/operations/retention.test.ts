import { sql, type Insertable } from "kysely";
import { readFileSync } from "node:fs";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { removeExpiredJob } from "../../../server/operations";
import { inTransaction, type Tables } from "../../../server/platform/database";
import { retentionJob } from "../../../server/platform/jobs";
import { announceChange, buryRows } from "../../../server/platform/changes";
import { testApp } from "../../support/app";
import { newFolder } from "../feed/support";

const dataDirectory = await newFolder();
const server = await testApp({
  environment: { DATA_DIRECTORY: dataDirectory, KEEP_MAILS_DAYS: "10" },
});
const { context, ids } = server;
const { kysely } = context.database;
const now = context.clock.now();
const client = ids["client@seriba.test"] ?? "";

const run = () => removeExpiredJob(context).run(new AbortController().signal);

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const ruled = context.retention;

beforeEach(async () => {
  for (const { table } of ruled) await kysely.deleteFrom(table).execute();
});

/** Adds rows, and returns the values of a column that are left after a run. */
async function leftOf<Table extends keyof Tables>(
  table: Table,
  column: keyof Tables[Table] & string,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<unknown[]> {
  for (const row of rows)
    await kysely.insertInto<keyof Tables>(table).values(row).execute();
  await run();
  const left = await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} order by 1`.execute(
    kysely,
  );
  return left.rows.map(({ value }) => value);
}

const session = (name: string, expires_at: Date) => ({
  user_id: client,
  family_hash: name,
  refresh_hash: `refresh of ${name}`,
  created_at: daysAgo(40),
  expires_at,
});

describe("the job that removes what has expired", () => {
  it("ends sessions with their tokens, but none that can be refreshed or tested for reuse", async () => {
    const left = await leftOf("sessions", "family_hash", [
      session("in use", daysAgo(-1)),
      session("just over", daysAgo(0.5)),
      session("over", daysAgo(2)),
    ]);
    expect(left).toEqual(["in use", "just over"]);
  });

  it("forgets deleted rows after a week, which no later deletion waits for", async () => {
    const tombstone = (row_id: string, days: number) => ({
      ...{ topic: "lots", place: "auction", row_id, moved_to: null },
      buried_at: daysAgo(days),
    });
    await kysely.insertInto("tombstones").values(tombstone("1", 8)).execute();
    await inTransaction(context.database, async (trx) => {
      await announceChange(trx, "lots");
      await buryRows(trx, {
        ...{ topic: "lots", place: "auction", ids: ["2"], movedTo: null, now },
      });
    });
    const kept = await kysely
      .selectFrom("tombstones")
      .select("row_id")
      .execute();
    expect(kept).toHaveLength(2);
    const left = await leftOf("tombstones", "row_id", [
      tombstone("3", 6),
      tombstone("4", 8),
    ]);
    expect(left).toEqual(["2", "3"]);
  });

  it("ends known devices, links and counted attempts after their time", async () => {
    const times = [
      ["a future", daysAgo(-1)],
      ["b past", daysAgo(3)],
    ] as const;
    expect(
      await leftOf(
        "known_devices",
        "hash",
        times.map(([hash, expires_at]) => ({
          user_id: client,
          hash,
          expires_at,
        })),
      ),
    ).toEqual(["a future"]);
    expect(
      await leftOf(
        "link_tokens",
        "hash",
        times.map(([hash, expires_at]) => ({
          user_id: client,
          purpose: "set-password",
          hash,
          expires_at,
        })),
      ),
    ).toEqual(["a future"]);
    expect(
      await leftOf(
        "throttles",
        "key",
        times.map(([key, window_ends_at]) => ({
          key,
          count: 90,
          window_ends_at,
        })),
      ),
    ).toEqual(["a future"]);
  });

  it("keeps idempotency keys for two days", async () => {
    const key = { user_id: client, request_hash: "", status: 200, reply: "" };
    expect(
      await leftOf("idempotency_keys", "key", [
        { ...key, key: "a day old", created_at: daysAgo(1.9) },
        { ...key, key: "older", created_at: daysAgo(2.1) },
      ]),
    ).toEqual(["a day old"]);
  });

  it("keeps mails for the days of the setting", async () => {
    const mail = { user_id: client, data: "{}" };
    expect(
      await leftOf("outbox", "kind", [
        { ...mail, kind: "a new", state: "sent", created_at: daysAgo(9) },
        { ...mail, kind: "b waiting", created_at: daysAgo(8) },
        { ...mail, kind: "c sent", state: "sent", created_at: daysAgo(11) },
        { ...mail, kind: "d never sent", created_at: daysAgo(11) },
      ]),
    ).toEqual(["a new", "b waiting"]);
  });

  it("keeps a delivery while its lot is in the wishlist", async () => {
    const favorite = {
      user_id: client,
      group_name: "A",
      lot_area: "auction",
      added_at: daysAgo(200),
    };
    expect(
      await leftOf("favorites", "lot_id", [
        { ...favorite, lot_id: "1" },
        { ...favorite, lot_id: "2", is_removed: true, removed_at: daysAgo(6) },
        { ...favorite, lot_id: "3", is_removed: true, removed_at: daysAgo(8) },
      ]),
    ).toEqual(["1", "2"]);
    const delivery = {
      user_id: client,
      kind: "result" as const,
      subject_id: "0",
    };
    expect(
      await leftOf("deliveries", "lot_id", [
        { ...delivery, lot_id: "1", delivered_at: daysAgo(100) },
        { ...delivery, lot_id: "2", delivered_at: daysAgo(100) },
        { ...delivery, lot_id: "4", delivered_at: daysAgo(80) },
      ]),
    ).toEqual(["1", "4"]);
  });

  it("removes many rows in chunks, beside a second server, and waits for no lock", async () => {
    await sql`insert into throttles (key, count, window_ends_at)
      select 'attempt ' || n, 1, ${daysAgo(2)} from generate_series(1, 1300) as n`.execute(
      kysely,
    );
    await kysely.transaction().execute(async (trx) => {
      await trx
        .selectFrom("throttles")
        .select("key")
        .where("key", "=", "attempt 7")
        .forUpdate()
        .execute();
      const removed = await Promise.all([run(), run()]);
      expect(removed.reduce((sum, count) => sum + count, 0)).toBe(1_299);
    });
    expect(await run()).toBe(1);
  });

  it("stops between two chunks", async () => {
    const stopped = AbortSignal.abort();
    await sql`insert into throttles values ('over', 1, ${daysAgo(2)})`.execute(
      kysely,
    );
    expect(await removeExpiredJob(context).run(stopped)).toBe(0);
    expect(await run()).toBe(1);
  });

  it("removes old rejected rows of feeds and nothing else in the folder", async () => {
    const folder = path.join(dataDirectory, "rejects");
    await mkdir(folder, { recursive: true });
    const files = [
      ["new.jsonl", 29],
      ["notes.txt", 31],
      ["old.jsonl", 31],
    ] as const;
    for (const [name, days] of files) {
      await writeFile(path.join(folder, name), "{}");
      await utimes(path.join(folder, name), daysAgo(days), daysAgo(days));
    }
    await run();
    expect((await readdir(folder)).sort()).toEqual(["new.jsonl", "notes.txt"]);
  });

  it("keeps the file of a row that is renewed while other files are removed", async () => {
    const of = { ...share, lot_id: "2" };
    await kysely
      .insertInto("lot_shares")
      .values([
        { ...share, id: "over", image_key: "first", expires_at: daysAgo(2) },
        { ...of, id: "renewed", image_key: "second" },
      ])
      .execute();
    const removed: string[] = [];
    const remove = async (file: string) => {
      removed.push(file);
      await kysely
        .updateTable("lot_shares")
        .set({ expires_at: daysAgo(-1) })
        .where("id", "=", "renewed")
        .execute();
    };
    const job = retentionJob(
      { ...context, storage: { remove } },
      {
        rows: ruled.filter(({ table }) => table === "lot_shares"),
        folders: [],
      },
    );
    await job.run(new AbortController().signal);
    expect(removed).toEqual(["first"]);
    expect(
      await kysely.selectFrom("lot_shares").select("id").execute(),
    ).toEqual([{ id: "renewed" }]);
  });

  it("waits for no lock of a row with a file", async () => {
    const shares = ["a", "b", "c"].map((id, number) => ({
      ...share,
      id,
      lot_id: String(number),
      image_key: `preview-of-the-share-${id}`,
    }));
    await kysely.insertInto("lot_shares").values(shares).execute();
    await kysely.transaction().execute(async (trx) => {
      await trx
        .selectFrom("lot_shares")
        .select("id")
        .where("id", "=", "b")
        .forUpdate()
        .execute();
      expect(await run()).toBe(2);
    });
    expect(
      await kysely.selectFrom("lot_shares").select("id").execute(),
    ).toEqual([{ id: "b" }]);
    expect(await run()).toBe(1);
  });

  it("goes on after a file and a rule that fail, and names the rule", async () => {
    const later = {
      ...share,
      id: "later",
      lot_id: "2",
      image_key: "preview-of-the-later-share",
      expires_at: new Date(share.expires_at.getTime() + 1_000),
    };
    await kysely.insertInto("lot_shares").values([share, later]).execute();
    await kysely.insertInto("throttles").values(attempt).execute();
    const storage = path.join(dataDirectory, "files");
    const broken = { ...context.config, filesDirectory: storage };
    const job = removeExpiredJob({ ...context, config: broken });
    await expect(job.run(new AbortController().signal)).rejects.toThrow(
      "Not removed: lot_shares",
    );
    expect(
      await kysely.selectFrom("lot_shares").select("id").execute(),
    ).toEqual([{ id: share.id }]);
    expect(await kysely.selectFrom("throttles").selectAll().execute()).toEqual(
      [],
    );
  });
});

const attempt = { key: "over", count: 1, window_ends_at: daysAgo(2) };

/** Its key is malformed, so its file cannot be removed. */
const share = {
  id: "link",
  sharer_id: client,
  kind: "car",
  lot_id: "1",
  code: "123456",
  expires_at: daysAgo(1),
  image_key: "../no key",
};

describe("the rules", () => {
  it.each(ruled.map((rule) => [rule.table, rule] as const))(
    "of %s have an index",
    async (_table, { table, since, where = sql<boolean>`true` }) => {
      const plan = await kysely.transaction().execute(async (trx) => {
        for (const way of ["seqscan", "sort", "bitmapscan"])
          await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
        const { rows } = await sql<{ "QUERY PLAN": string }>`
          explain select ctid from ${sql.table(table)}
          where ${sql.ref(since)} < now() and ${where}
          order by ${sql.ref(since)} limit 500`.execute(trx);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
      expect(plan).toMatch(new RegExp(`Index Scan using \\w+ on ${table}`));
      expect(plan).not.toContain("Sort");
    },
  );

  it("and the tables that are kept are all in the documentation", async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname not like 'kysely%'
      order by 1`.execute(kysely);
    const text = readFileSync("docs/operating.md", "utf8");
    const [, section = ""] = text.split("## What ends when");
    const [table = ""] = section.split("\n## ");
    const kept = rows.filter(({ name }) => !table.includes(`\`${name}\``));
    expect(kept).toEqual([]);
  });
});
