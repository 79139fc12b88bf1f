import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { addDays } from "../domain/japanTime";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { demoCars } from "./support/demoCars";
import { signIn, startProgram } from "./support/program";

const password = "seriba-demo";
const lots = Number(process.env.ROWS ?? 100_000);
/** Written one after another while the import runs. */
const records = Number(process.env.REQUESTS ?? 60);
const between = 150;

/**
 * Measures how long a record that somebody adds takes to be in the live stream and
 * in the list of others, first alone and then while an import runs. It runs on both
 * databases. `npm run bench -- news`, after `npm run build`; ROWS and REQUESTS set
 * the number of imported lots and of added records.
 */
export async function benchNews(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-news-"));
  const feed = path.join(folder, "feed.json");
  await pipeline(Readable.from(jsonArray()), createWriteStream(feed));
  const postgres = await startPostgres({ keepsCommits: true });
  const servers = {
    PostgreSQL: { DATABASE_URL: await postgres.createDatabase() },
    "embedded database": { DATABASE_URL: "" },
  };
  const lines = [
    `Milliseconds until others have a new record, ${lots.toLocaleString("en")} lots imported`,
    "                                          p50    p95    max",
  ];
  try {
    for (const [name, server] of Object.entries(servers)) {
      const data = path.join(folder, name.split(" ")[0] ?? "");
      const environment = { ...server, DATA_DIRECTORY: data };
      lines.push(...(await benchServer(name, environment, feed)));
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
  return lines.join("\n");
}

/** Yields the text of a feed with past sales. */
function* jsonArray(): Generator<string> {
  let count = 0;
  yield "[";
  for (let monday = "2026-01-05"; count < lots; monday = addDays(monday, 14)) {
    const options = { seed: `news${monday}`, monday };
    for (const row of demoCars(options, new Date(addDays(monday, 21)))) {
      if (count === lots) break;
      yield `${count === 0 ? "" : ","}\n${JSON.stringify(row)}`;
      count += 1;
    }
  }
  yield "\n]\n";
}

async function benchServer(
  name: string,
  environment: Record<string, string>,
  feed: string,
): Promise<string[]> {
  const dist = path.join(findRoot(), "dist/server");
  const demo = { DEMO: "on", DEMO_SCALE: "0.01", NODE_ENV: "production" };
  const program = await startProgram(
    [process.execPath, path.join(dist, "main.js")],
    { ...demo, ...environment },
  );
  const { base } = program;
  try {
    const of = (user: string) =>
      signIn(base, { email: `${user}@seriba.test`, password });
    const [manager, client] = [await of("manager"), await of("client")];
    const alone = await measure(base, { manager, client });
    const importing = spawn(
      process.execPath,
      [
        path.join(dist, "import.js"),
        ...["--feed", "ajes", "--into", "stats", feed],
      ],
      { env: { ...process.env, ...environment }, stdio: "ignore" },
    );
    const started = performance.now();
    // The first rows are written once the program has read its files.
    await pause(3_000);
    const during = await measure(base, { manager, client, importing });
    if (importing.exitCode === null) await once(importing, "exit");
    const seconds = (performance.now() - started) / 1000;
    return [
      ...linesOf(`${name}, alone`, alone),
      ...linesOf(`${name}, importing`, during),
      `${name}: the import took ${seconds.toFixed(0)} s`,
    ];
  } finally {
    program.process.kill("SIGTERM");
    await once(program.process, "exit");
  }
}

/** Milliseconds from the reply of a write until a reader has it. */
type Delays = { stream: number[]; list: number[] };

async function measure(
  base: string,
  people: { manager: string; client: string; importing?: ChildProcess },
): Promise<Delays> {
  const { manager, client, importing } = people;
  const stream = await openStream(base, client);
  const delays: Delays = { stream: [], list: [] };
  for (let index = 0; index < records; index += 1) {
    if (importing && importing.exitCode !== null) break;
    const destination = `${importing ? "B" : "A"}${String(1_000 + index)}`;
    const { id } = await addRecord(base, manager, destination);
    const writtenAt = performance.now();
    const sinceWrite = () => performance.now() - writtenAt;
    const [inStream, inList] = await Promise.all([
      stream.next(id).then(sinceWrite),
      isListed(base, client, destination).then(sinceWrite),
    ]);
    delays.stream.push(inStream);
    delays.list.push(inList);
    await pause(Math.random() * between);
  }
  stream.close();
  return delays;
}

async function addRecord(
  base: string,
  cookie: string,
  destination: string,
): Promise<{ id: string }> {
  const reply = await fetch(`${base}/api/lists/freight`, {
    method: "POST",
    headers: {
      cookie,
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
    },
    body: JSON.stringify({
      loadingPort: "kobe",
      destination,
      sizeClass: "kei",
      price: 100_000,
      validFrom: "2026-01-01",
    }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  const { detail } = (await reply.json()) as { detail: { id: string } };
  return detail;
}

/** Reads the filtered list again and again until it has the record. */
async function isListed(
  base: string,
  cookie: string,
  destination: string,
): Promise<void> {
  const query = `destination=${destination}`;
  for (;;) {
    const reply = await fetch(`${base}/api/lists/freight?${query}`, {
      headers: { cookie },
    });
    if (!reply.ok) throw new Error(await reply.text());
    if ((await reply.text()).includes(`"${destination}"`)) return;
    await pause(5);
  }
}

/** Opens the live stream of a reader. */
async function openStream(base: string, cookie: string) {
  const stop = new AbortController();
  const reply = await fetch(`${base}/api/live`, {
    headers: { cookie },
    signal: stop.signal,
  });
  let text = "";
  let look: () => void = () => undefined;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of reply.body ?? []) {
      text = (text + decoder.decode(bytes as Uint8Array)).slice(-100_000);
      look();
    }
  };
  read().catch(() => undefined);
  return {
    next: (id: string) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (text.includes(`"${id}"`)) resolve();
        };
        look();
      }),
    close: () => {
      stop.abort();
    },
  };
}

const linesOf = (name: string, { stream, list }: Delays): string[] => [
  line(`${name}: live stream`, stream),
  line(`${name}: list`, list),
];

function line(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const cells = [at(0.5), at(0.95), at(1)];
  return [
    name.padEnd(38),
    ...cells.map((value) => value.toFixed(0).padStart(6)),
  ].join(" ");
}
