import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureUser } from "../server/identity";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";
import { queries } from "./support/listQueries";
import {
  findProcess,
  loadHeader,
  loadLine,
  measureCpuLoad,
  measureLoad,
  untilIdle,
} from "./support/load";
import { now } from "./support/lots";
import {
  outputHas,
  reader,
  signIn,
  startProgram,
  type Program,
} from "./support/program";

/**
 * `ROWS=300000,2000000 npm run bench -- readPath`, after `npm run build`. REQUESTS
 * and SERVERS (`by hand,sql,columns`) limit it.
 */
const sizes = (process.env.ROWS ?? "30000,300000").split(",").map(Number);
const connectionCounts = [1, 20, 50];
/** One for each number of connections, after one to warm up. */
const rounds = connectionCounts.length + 1;
const requests = Number(process.env.REQUESTS ?? 400);
const byHand = "by hand";
const wanted = (process.env.SERVERS ?? "by hand,sql,columns").split(",");

/** The addresses of the measured calls. A deep page is one of the whole list. */
type Calls = Record<"list" | "deep" | "facets" | "lot", string>;

/** A server to measure. */
type Measured = Program & { name: string; calls: Calls; cookie: string };

/** Requests a second of the program that was written by hand, by call and connections. */
type Floor = Map<string, number>;

/**
 * Measures lists, deep pages, facets and single lots of car auctions over HTTP: by the
 * index in memory, by the database, and by a program that was written by hand for this
 * table alone. The last column is the ratio to that program.
 */
export async function benchReadPath(): Promise<string> {
  const main = path.join(findRoot(), "dist/server/main.js");
  if (!existsSync(main)) throw new Error("Run npm run build first");
  const tables: string[] = [];
  for (const rows of sizes) tables.push(await benchSize(main, rows));
  return tables.join("\n\n");
}

async function benchSize(main: string, rows: number): Promise<string> {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = await openMigrated(url);
  await ensureUser({ database, clock: { now: () => now } }, reader);
  await generateLots(database, rows);
  await database.close();
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
  const postmaster = findProcess(`-p ${new URL(url).port} `);
  const lines = [
    `${rows.toLocaleString("en")} lots`,
    `${loadHeader}  to the floor`,
  ];
  const floor: Floor = new Map();
  const servers: Record<string, () => Promise<Measured>> = {
    [byHand]: () => startHandWritten(url),
    sql: () => startOurs("sql", main, { url, memory: "0", folder }),
    columns: () => startOurs("columns", main, { url, memory: "4096", folder }),
  };
  for (const [name, start] of Object.entries(servers)) {
    if (!wanted.includes(name)) continue;
    const startedAt = performance.now();
    const server = await start();
    const seconds = (performance.now() - startedAt) / 1000;
    lines.push(`${server.name}: ready after ${seconds.toFixed(1)} s`);
    for (const call of Object.keys(server.calls) as (keyof Calls)[])
      lines.push(
        ...(await measureCall(server, call, { rows, postmaster, floor })),
      );
    server.process.kill("SIGTERM");
    await once(server.process, "exit");
    if (name !== "columns") continue;
    const again = await start();
    lines.push(
      `index loaded in ${loadTime(server)} ms, from its file in ${loadTime(again)} ms`,
    );
    again.process.kill("SIGKILL");
  }
  await postgres.stop();
  rmSync(folder, { recursive: true });
  return lines.join("\n");
}

/** Returns the milliseconds that the program says it took to load the lots. */
const loadTime = ({ output }: Program): string =>
  /"area":"auction".*?"milliseconds":(\d+)/.exec(output())?.[1] ?? "?";

const startHandWritten = async (url: string): Promise<Measured> => {
  const script = path.join(findRoot(), "bench/support/handWritten.ts");
  const program = await startProgram(
    [process.execPath, "--import", "tsx", script],
    { DATABASE_URL: url },
  );
  const calls = {
    list: "/list",
    deep: "/list",
    facets: "/facets",
    lot: "/lot",
  };
  return { ...program, calls, cookie: "", name: byHand };
};

const startOurs = async (
  name: string,
  main: string,
  { url, memory, folder }: { url: string; memory: string; folder: string },
): Promise<Measured> => {
  const program = await startProgram([process.execPath, main], {
    DATABASE_URL: url,
    INDEX_MEMORY: memory,
    DATA_DIRECTORY: folder,
    DEMO: "off",
    NODE_ENV: "production",
  });
  const cookie = await signIn(program.base, reader);
  await outputHas(
    program,
    memory === "0" ? "indexes of added fields" : '"area":"auction","rows":',
  );
  const calls = {
    list: "/api/auction/listing",
    deep: "/api/auction/listing",
    facets: "/api/auction/filters",
    lot: "/api/auction/detail",
  };
  return { ...program, calls, name, cookie };
};

/** Measures a call with queries that the server has not answered before. */
async function measureCall(
  server: Measured,
  call: keyof Calls,
  {
    rows,
    postmaster,
    floor,
  }: { rows: number; postmaster: number; floor: Floor },
): Promise<string[]> {
  const { cookie, base, name } = server;
  const processes = [server.process.pid ?? 0, postmaster];
  const paths = queriesOf(call, rows).map(
    (query) => `${server.calls[call]}?${query}`,
  );
  const ofRound = Math.ceil(paths.length / rounds);
  const take = () => paths.splice(0, ofRound);
  // The engine of JavaScript compiles what runs often, and rows are read ahead.
  await measureLoad(base, take(), { connections: 20, cookie });
  await untilIdle(server.process);
  const lines: string[] = [];
  for (const connections of connectionCounts) {
    const how = { connections, cookie, processes };
    const load = await measureCpuLoad(base, take(), how);
    const key = `${call} ${connections}`;
    if (name === byHand) floor.set(key, load.perSecond);
    const ratio = load.perSecond / (floor.get(key) ?? Number.NaN);
    const line = loadLine(`${name} ${call}`, connections, load);
    lines.push(`${line} ${ratio.toFixed(2).padStart(8)}`);
  }
  return lines;
}

/** Returns different queries of a call for each round of requests. */
function queriesOf(call: keyof Calls, rows: number): string[] {
  // A deep page takes the program that was written by hand a third of a second.
  const count = rounds * Math.ceil(requests / (call === "deep" ? 10 : 1));
  const numbers = (below: number) =>
    Array.from({ length: count }, (_, index) => 1 + ((index * 7919) % below));
  if (call === "deep")
    return numbers(Math.floor(rows / 20)).map((page) => `page=${page}`);
  if (call === "lot") return numbers(rows).map((id) => `id=${id}`);
  return queries(count).map((query) => {
    const parameters = new URLSearchParams(query);
    if (call === "facets")
      for (const name of ["sort", "order"]) parameters.delete(name);
    return parameters.toString();
  });
}
