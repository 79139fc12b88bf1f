import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { ensureUser } from "../server/identity";
import { announceChange } from "../server/platform/changes";
import { systemClock } from "../server/platform/clock";
import { inTransaction, type Database } from "../server/platform/database";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { signInAll } from "./live";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";
import type { FromBrowsers, ToBrowsers } from "./support/liveBrowsers";
import { cpuOf } from "./support/load";
import {
  outputHas,
  reader,
  signIn,
  startProgram,
  type Program,
} from "./support/program";

const rows = Number(process.env.ROWS ?? 20_000);
const seconds = Number(process.env.SECONDS ?? 10);
const streams = (process.env.STREAMS ?? "1000,10000").split(",").map(Number);
/** Rows of a transaction, and the milliseconds between transactions: 1,000 rows a second. */
const rowsAtOnce = 10;
const between = 10;
/** Every so many transactions one is timed until the stream and the index have it. */
const probeEvery = 25;
/** A change that has not arrived by then counts with this time. */
const longestMs = 10_000;

type Times = { stream: number[]; index: number[] };
type Measured = Times & { statements: number; cpu: number; written: number };

/**
 * Measures a server while a writer commits 1,000 changed lots a second, for each number of
 * open live streams: the transactions of the server on the database beside those of the
 * writer, its processor time, and the delay of a change in the stream and in the index.
 * PROGRAM is the checkout whose server runs, by default this one; STREAMS, ROWS and
 * SECONDS set the size. `npm run bench -- changes`.
 */
export async function benchChanges(): Promise<string> {
  const postgres = await startPostgres({ keepsCommits: true });
  const url = await postgres.createDatabase();
  const database = await openMigrated(url);
  await ensureUser({ database, clock: systemClock }, reader);
  await generateLots(database, rows);
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-changes-"));
  const alone = await measure(database, () => Promise.resolve([]));
  const lines = [
    `${rows.toLocaleString("en")} lots, a writer of ${(alone.written / seconds).toFixed(0)} changed rows and ${(alone.statements / seconds).toFixed(0)} statements a second alone`,
    "streams   rows/s   statements/s   to writer   cpu %   stream p50   p95   index p50   p95",
  ];
  try {
    for (const count of streams) {
      const cookies = await signInAll({ database, clock: systemClock }, count);
      const program = await startServer(url, folder);
      const browsers = await openBrowsers(program, cookies);
      const found = await measure(database, () => probe(program), program);
      const own =
        found.statements - alone.statements * (found.written / alone.written);
      lines.push(
        [
          String(count).padStart(7),
          cell(found.written / seconds, 9),
          cell(own / seconds, 15),
          (own / alone.statements).toFixed(2).padStart(12),
          cell(found.cpu, 8),
          cell(at(found.stream, 0.5), 13),
          cell(at(found.stream, 0.95), 6),
          cell(at(found.index, 0.5), 12),
          cell(at(found.index, 0.95), 6),
        ].join(""),
      );
      browsers.kill();
      program.process.kill("SIGTERM");
      await once(program.process, "exit");
    }
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
  return lines.join("\n");
}

const cell = (value: number, width: number) => value.toFixed(0).padStart(width);

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ??
    NaN
  );
}

async function startServer(url: string, folder: string): Promise<Program> {
  const root = process.env.PROGRAM ?? findRoot();
  const command = [process.execPath, "--import", "tsx"];
  const program = await startProgram(
    [...command, path.join(root, "server/main.ts")],
    {
      DATABASE_URL: url,
      DATA_DIRECTORY: folder,
      DEMO: "off",
      NODE_ENV: "production",
    },
  );
  await outputHas(program, '"area":"auction","rows":');
  return program;
}

async function openBrowsers(
  { base }: Program,
  cookies: string[],
): Promise<ChildProcess> {
  const browsers = fork(
    fileURLToPath(new URL("./support/liveBrowsers.ts", import.meta.url)),
    { execArgv: ["--import", "tsx"] },
  );
  const port = Number(new URL(base).port);
  browsers.send({ port, cookies } satisfies ToBrowsers);
  for (;;) {
    const [message] = (await once(browsers, "message")) as [FromBrowsers];
    if (message.kind === "open") return browsers;
  }
}

/** Times one change; resolves to the milliseconds until the stream and the index have it. */
type Probe = (
  lotNo: string,
  id: string,
) => Promise<[stream: number, index: number]>;

async function measure(
  database: Database,
  openProbe: () => Promise<[] | [Probe, () => void]>,
  program?: Program,
): Promise<Measured> {
  const [probeOf, close] = await openProbe();
  const ids = await lotIds(database);
  const before = await commits(database);
  const cpuBefore = program ? cpuOf(program.process.pid ?? 0) : 0;
  const times: Times = { stream: [], index: [] };
  const probes: Promise<void>[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  let written = 0;
  for (let count = 0; performance.now() < endsAt; count += 1) {
    const startedAt = performance.now();
    const first = (count * rowsAtOnce) % ids.length;
    const changed = ids.slice(first, first + rowsAtOnce);
    const [id = ""] = changed;
    const lotNo = `P${count}`;
    await change(database, changed, lotNo);
    written += changed.length;
    if (probeOf && count % probeEvery === 0)
      probes.push(
        probeOf(lotNo, id).then(([stream, index]) => {
          times.stream.push(stream);
          times.index.push(index);
        }),
      );
    await pause(Math.max(0, between - (performance.now() - startedAt)));
  }
  const cpu = program ? cpuOf(program.process.pid ?? 0) - cpuBefore : 0;
  const statements = (await commits(database)) - before;
  await Promise.all(probes);
  close?.();
  return { ...times, statements, written, cpu: cpu / 10 / seconds };
}

/** Changes some lots, the first of which gets a number. */
const change = (database: Database, ids: readonly string[], lotNo: string) =>
  inTransaction(database, async (trx) => {
    await announceChange(trx, "lots");
    await sql`
      update lots set seq = nextval('change_seq'), mileage = mileage + 1,
        lot_no = case when id = ${ids[0]}::bigint then ${lotNo} else lot_no end
      where area = 'auction' and id = any(${ids}::bigint[])`.execute(trx);
  });

const lotIds = async ({ kysely }: Database): Promise<string[]> => {
  const found = await kysely
    .selectFrom("lots")
    .select("id")
    .where("area", "=", "auction")
    .orderBy("id")
    .execute();
  return found.map(({ id }) => id);
};

/** Returns the number of transactions of the database so far. */
async function commits({ kysely }: Database): Promise<number> {
  // Connections report their transactions after a second at the latest.
  await pause(1_500);
  const { rows: found } = await sql<{ commits: string }>`
    select (xact_commit + xact_rollback)::text as commits from pg_stat_database
    where datname = current_database()`.execute(kysely);
  return Number(found[0]?.commits);
}

/** Follows one stream, and asks for the lot by its number until the list has it. */
async function probe({ base }: Program): Promise<[Probe, () => void]> {
  const cookie = await signIn(base, reader);
  const stop = new AbortController();
  const { signal } = stop;
  const stream = await fetch(`${base}/api/live`, {
    headers: { cookie },
    signal,
  });
  let text = "";
  const waiting = new Set<() => void>();
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of stream.body ?? []) {
      text = (text + decoder.decode(bytes as Uint8Array)).slice(-200_000);
      for (const look of waiting) look();
    }
  };
  read().catch(() => undefined);
  const inStream = (id: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!text.includes(`"${id}"`)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
    });
  const inIndex = async (lotNo: string) => {
    const query = `quick_search_parameter=lot_no&quick_search_text=${lotNo}`;
    const endsAt = performance.now() + longestMs;
    while (performance.now() < endsAt) {
      const reply = await fetch(`${base}/api/auction/listing?${query}`, {
        headers: { cookie },
      });
      if ((await reply.text()).includes(`"${lotNo}"`)) return;
      await pause(5);
    }
  };
  return [
    (lotNo, id) => {
      const since = performance.now();
      const elapsed = () => performance.now() - since;
      const timed = (arrival: Promise<void>) =>
        Promise.race([arrival, pause(longestMs)]).then(elapsed);
      return Promise.all([timed(inStream(id)), timed(inIndex(lotNo))]);
    },
    () => {
      stop.abort();
    },
  ];
}
