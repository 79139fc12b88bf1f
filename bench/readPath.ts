import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createUser } from "../server/identity";
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
const requests = Number(process.env.REQUESTS ?? 400);
const wanted = (process.env.SERVERS ?? "by hand,sql,columns").split(",");

/** A server to measure: its process and the paths of its two calls. */
type Measured = Program & {
  name: string;
  list: string;
  facets: string;
  cookie: string;
};

/**
 * Measures lists and facets of car auctions over HTTP: by the index in memory, by
 * the database, and by a program that was written by hand for this table alone.
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
  await createUser({ database, clock: { now: () => now } }, reader);
  await generateLots(database, rows);
  await database.close();
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
  const postmaster = findProcess(`-p ${new URL(url).port} `);
  const lines = [`${rows.toLocaleString("en")} lots`, loadHeader];
  const servers: Record<string, () => Promise<Measured>> = {
    "by hand": () => startHandWritten(url),
    sql: () => startOurs("sql", main, { url, memory: "0", folder }),
    columns: () => startOurs("columns", main, { url, memory: "4096", folder }),
  };
  for (const [name, start] of Object.entries(servers)) {
    if (!wanted.includes(name)) continue;
    const startedAt = performance.now();
    const server = await start();
    const seconds = (performance.now() - startedAt) / 1000;
    lines.push(`${server.name}: ready after ${seconds.toFixed(1)} s`);
    for (const call of ["list", "facets"] as const)
      lines.push(...(await measureCall(server, call, postmaster)));
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
  const calls = { list: "/list", facets: "/facets", cookie: "" };
  return { ...program, ...calls, name: "by hand" };
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
    facets: "/api/auction/filters",
  };
  return { ...program, ...calls, name, cookie };
};

/** Measures a call with queries that the server has not answered before. */
async function measureCall(
  server: Measured,
  call: "list" | "facets",
  postmaster: number,
): Promise<string[]> {
  const pathOf = (query: string) => {
    const parameters = new URLSearchParams(query);
    if (call === "facets")
      for (const name of ["sort", "order"]) parameters.delete(name);
    return `${server[call]}?${parameters.toString()}`;
  };
  const { cookie, base } = server;
  const processes = [server.process.pid ?? 0, postmaster];
  const paths = queries(requests * (connectionCounts.length + 1)).map(pathOf);
  const take = () => paths.splice(0, requests);
  // The engine of JavaScript compiles what runs often, and rows are read ahead.
  await measureLoad(base, take(), { connections: 20, cookie });
  await untilIdle(server.process);
  const lines: string[] = [];
  for (const connections of connectionCounts) {
    const how = { connections, cookie, processes };
    const load = await measureCpuLoad(base, take(), how);
    lines.push(loadLine(`${server.name} ${call}`, connections, load));
  }
  return lines;
}
