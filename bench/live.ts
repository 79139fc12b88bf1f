import { createChangeHub } from "../server/platform/changes";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildApp } from "../server/app";
import { areas } from "../server/areas";
import { openAreas } from "../server/workspace/openAreas";
import { writeLots } from "../server/catalog";
import { declare } from "../server/declare";
import { hashOf, newSecret } from "../server/identity/tokens";
import { systemClock } from "../server/platform/clock";
import { readConfig } from "../server/platform/config";
import { migrations } from "../server/migrations";
import { migrate, openDatabase } from "../server/platform/database";
import { createJobs } from "../server/platform/jobs";
import { createLog } from "../server/platform/log";
import { findRoot } from "../server/platform/root";
import type { Context } from "../server/workspace/context";
import { createListingIndex } from "../server/workspace/listing";
import type { FromBrowsers, ToBrowsers } from "./support/liveBrowsers";

const browsers = 1_000;
const browsersOfUser = 10;
const idleSeconds = 10;
const rounds = 7;

/**
 * Measures open live streams on one server: memory and processor time while
 * idle, and the delay until the last browser receives a change.
 */
export async function benchLive(): Promise<string> {
  const context = await createBenchContext();
  const { database } = context;
  const cookies = await signInAll(context, browsers);
  const app = await buildApp(openAreas(context, areas));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  await app.inject("/api/ready");
  const others = fork(
    fileURLToPath(new URL("./support/liveBrowsers.ts", import.meta.url)),
    { execArgv: ["--import", "tsx"] },
  );
  try {
    const before = process.memoryUsage().rss;
    others.send({ port, cookies } satisfies ToBrowsers);
    await answerOf(others, "open");
    const memory = process.memoryUsage().rss - before;
    const cpu = await idleCpu();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const told = answerOf(others, "told");
      await addLot(context, `bench-${round}`);
      const written = Date.now();
      times.push((await told) - written);
    }
    const sorted = times.toSorted((one, other) => one - other);
    return [
      `${browsers} browsers on one stream each, embedded database`,
      line("memory for each stream", memory / 1024 / browsers, "KB"),
      line("processor while idle, all streams", cpu * 100, "% of a core"),
      line("from commit to the last, median", middle(sorted), "ms"),
      line("from commit to the last, longest", sorted.at(-1) ?? 0, "ms"),
    ].join("\n");
  } finally {
    others.kill();
    await app.close();
    await database.close();
  }
}

const middle = (sorted: readonly number[]) =>
  sorted[Math.floor(sorted.length / 2)] ?? 0;

const line = (name: string, value: number, unit: string) =>
  `${name.padEnd(36)}${value.toFixed(1).padStart(10)}  ${unit}`;

/** The share of one core that the program takes by itself. */
async function idleCpu(): Promise<number> {
  const before = process.cpuUsage();
  await pause(idleSeconds * 1_000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000 / idleSeconds;
}

async function answerOf(
  others: ChildProcess,
  kind: FromBrowsers["kind"],
): Promise<number> {
  for (;;) {
    const [message] = (await once(others, "message")) as [FromBrowsers];
    if (message.kind !== kind) continue;
    return message.kind === "told" ? message.at : 0;
  }
}

async function createBenchContext(): Promise<Context> {
  const root = findRoot();
  const log = createLog("silent");
  const database = await openDatabase({ dataDirectory: ":memory:", log });
  await migrate(database, migrations);
  return {
    config: readConfig({ DATA_DIRECTORY: ":memory:" }),
    root,
    log,
    ...declare({ root, log }),
    database,
    changes: createChangeHub({ database, log }),
    clock: systemClock,
    jobs: createJobs({ database, clock: systemClock, log }),
    index: createListingIndex({ database, clock: systemClock }),
  };
}

/** The cookies of so many browsers, several of each user. */
export async function signInAll(
  { database, clock }: Pick<Context, "database" | "clock">,
  browsers: number,
): Promise<string[]> {
  const cookies: string[] = [];
  const until = new Date(clock.now().getTime() + 3_600_000);
  for (let user = 0; user * browsersOfUser < browsers; user += 1) {
    const { id } = await database.kysely
      .insertInto("users")
      .values({
        email: `bench${browsers}-${user}@example.test`,
        email_key: `bench${browsers}-${user}@example.test`,
        password_hash: "",
        full_name: `Bench ${user}`,
        user_type: 2,
        user_level: 1064,
        role_id: 1064,
        permissions: JSON.stringify({ carAuctionsView: true }),
        bid_email_notify: false,
        created_at: clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (let browser = 0; browser < browsersOfUser; browser += 1)
      cookies.push(await addSession(database, id, until));
  }
  return cookies;
}

async function addSession(
  { kysely }: Context["database"],
  userId: string,
  until: Date,
): Promise<string> {
  const session = await kysely
    .insertInto("sessions")
    .values({
      user_id: userId,
      family_hash: hashOf(newSecret()),
      refresh_hash: hashOf(newSecret()),
      expires_at: until,
      created_at: until,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const token = newSecret();
  await kysely
    .insertInto("access_tokens")
    .values({ hash: hashOf(token), session_id: session.id, expires_at: until })
    .execute();
  return `seriba-access=${token}`;
}

/** One new lot, as an import writes it. */
async function addLot(
  { database }: Pick<Context, "database">,
  sourceId: string,
): Promise<void> {
  const fields = {
    lotNo: "1",
    maker: "TOYOTA",
    model: "AQUA",
    status: 4532,
    images: [],
  };
  await database.kysely
    .transaction()
    .execute((trx) =>
      writeLots(trx, "auction", [
        { source: "bench", sourceId, fields, rowHash: sourceId },
      ]),
    );
}
