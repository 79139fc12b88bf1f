import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeLots } from "../server/catalog";
import { ensureUser } from "../server/identity";
import { readLastNumber } from "../server/platform/changes";
import { inTransaction, type Database } from "../server/platform/database";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";
import { queries } from "./support/listQueries";
import { cpuOf, findProcess, measureLoad } from "./support/load";
import { now } from "./support/lots";
import {
  outputHas,
  reader,
  signIn,
  startProgram,
  type Program,
} from "./support/program";

/** `ROWS=300000 npm run bench -- servers`, after `npm run build`. */
const rows = Number(process.env.ROWS ?? 300_000);
const requests = Number(process.env.REQUESTS ?? 2_000);
const connections = 20;
const writes = 40;

type Servers = { programs: Program[]; cookie: string };
type Databases = { url: string; replicaUrl: string };

/**
 * Measures two servers over one PostgreSQL, with and without a replica: requests a
 * second of both together, the CPU of each part for one request, and how long a
 * write takes until it is in the list of a server that did not write it.
 */
export async function benchServers(): Promise<string> {
  const main = path.join(findRoot(), "dist/server/main.js");
  if (!existsSync(main)) throw new Error("Run npm run build first");
  const primary = await startPostgres();
  const url = await primary.createDatabase({ name: "seriba" });
  const database = await openMigrated(url);
  await ensureUser({ database, clock: { now: () => now } }, reader);
  await generateLots(database, rows);
  const replica = await primary.startReplica();
  const databases = {
    url,
    replicaUrl: replica.url.replace(/postgres$/, "seriba"),
  };
  const processes = [primary, replica].map(({ url: address }) =>
    findProcess(`-p ${new URL(address).port} `),
  );
  const lines = [
    `${rows.toLocaleString("en")} lots, two servers, ${connections} connections; CPU in ms a request, waits in ms`,
    header,
  ];
  for (const memory of ["4096", "0"])
    for (const hasReplica of [false, true]) {
      const servers = await startServers(main, databases, {
        memory,
        hasReplica,
      });
      const name = `${memory === "0" ? "by SQL" : "index in memory"}, ${
        hasReplica ? "replica" : "no replica"
      }`;
      const load = await measureServers(servers, processes);
      const waits = await measureWrites(database, servers, name);
      lines.push([name.padEnd(28), ...load, ...waits].join(" "));
      for (const { process: child } of servers.programs) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
    }
  await database.close();
  await replica.stop();
  await primary.stop();
  return lines.join("\n");
}

async function startServers(
  main: string,
  { url, replicaUrl }: Databases,
  { memory, hasReplica }: { memory: string; hasReplica: boolean },
): Promise<Servers> {
  const programs: Program[] = [];
  for (const number of [1, 2]) {
    const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
    process.once("exit", () => {
      rmSync(folder, { recursive: true, force: true });
    });
    const program = await startProgram([process.execPath, main], {
      DATABASE_URL: url,
      REPLICA_URL: hasReplica ? replicaUrl : "",
      INDEX_MEMORY: memory,
      DATA_DIRECTORY: folder,
      DEMO: "off",
      NODE_ENV: "production",
    });
    programs.push(program);
    if (memory !== "0") await outputHas(program, '"area":"auction","rows":');
    else if (!hasReplica && number === 1)
      await outputHas(program, "indexes of added fields");
  }
  const [first] = programs;
  if (!first) throw new Error("No server was started");
  return { programs, cookie: await signIn(first.base, reader) };
}

async function measureServers(
  { programs, cookie }: Servers,
  databases: readonly number[],
): Promise<string[]> {
  const paths = queries(requests).map(
    (query) => `/api/auction/listing?${query}`,
  );
  const send = (sent: readonly string[]) =>
    Promise.all(
      programs.map(({ base }, place) =>
        measureLoad(
          base,
          sent.filter((_, index) => index % programs.length === place),
          { connections: connections / programs.length, cookie },
        ),
      ),
    );
  const parts = [
    ...programs.map(({ process: { pid = 0 } }) => pid),
    ...databases,
  ];
  await send(paths.slice(0, 100));
  const before = parts.map(cpuOf);
  const loads = await send(paths);
  const used = parts.map((part, index) => cpuOf(part) - (before[index] ?? 0));
  const [one = 0, two = 0, primary = 0, replica = 0] = used.map(
    (milliseconds) => milliseconds / requests,
  );
  const perSecond = loads.reduce((sum, load) => sum + load.perSecond, 0);
  const p95 = Math.max(...loads.map((load) => load.p95));
  return [
    perSecond.toFixed(0).padStart(7),
    p95.toFixed(0).padStart(7),
    ...[one + two, primary, replica].map((value) =>
      value.toFixed(2).padStart(9),
    ),
  ];
}

/** Returns how long a write takes for its author, and for everybody. */
async function measureWrites(
  database: Database,
  { programs, cookie }: Servers,
  name: string,
): Promise<string[]> {
  const base = programs[1]?.base ?? "";
  const own: number[] = [];
  const others: number[] = [];
  for (let count = 0; count < writes; count += 1) {
    const lotNo = `${name.replace(/\W/g, "")}${count}`;
    await inTransaction(database, (trx) =>
      writeLots(trx, "auction", [
        {
          source: "servers",
          sourceId: lotNo,
          rowHash: lotNo,
          fields: { lotNo, maker: "MAKER 1", status: 4532, images: [] },
        },
      ]),
    );
    const change = await readLastNumber(database.kysely);
    const start = performance.now();
    const hasLot = async (headers: Record<string, string>) => {
      const query = `quick_search_parameter=lot_no&quick_search_text=${lotNo}`;
      const reply = await fetch(`${base}/api/auction/listing?${query}`, {
        headers: { cookie, ...headers },
      });
      return (await reply.text()).includes(`"${lotNo}"`);
    };
    if (count % 2 === 0) {
      if (!(await hasLot({ "change-number": String(change) })))
        throw new Error("A list lacked the change that its reader knows of");
      own.push(performance.now() - start);
    } else {
      while (!(await hasLot({})));
      others.push(performance.now() - start);
    }
  }
  const median = (times: readonly number[]) =>
    [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return [median(own), median(others), Math.max(...others)].map((value) =>
    value.toFixed(0).padStart(8),
  );
}

const header = [
  "".padEnd(28),
  "  req/s     p95   servers   primary   replica  author everyone  longest",
].join(" ");
