import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureUser, rolePermissions } from "../server/identity";
import { systemClock } from "../server/platform/clock";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";
import { queries } from "./support/listQueries";
import { measureLoad } from "./support/load";
import {
  memoryOf,
  outputHas,
  reader,
  signIn,
  startProgram,
} from "./support/program";

const lots = Number(process.env.ROWS ?? 200_000);
const demoPassword = "seriba-demo";
const demoUsers = ["client", "manager"].map((user) => ({
  email: `${user}@seriba.test`,
  password: demoPassword,
}));
const calls = [
  "/api/workspace",
  "/api/auction/listing",
  "/api/auction/filters",
  "/api/lists/freight",
  "/",
];

/** Requests for lists and as many for facets, over fifty connections. */
const loadRequests = 2_000;

/** After so long without requests their memory is free. */
const idleMs = 40_000;

/**
 * Measures the memory of the server: on PostgreSQL without the index of lots and
 * with the index of 200,000 lots, and on the embedded database with a small demo.
 * "Load" is the most that it took until the end of lists and facets over fifty connections.
 * `npm run bench -- memory`, after `npm run build`; ROWS sets the number of lots.
 */
export async function benchMemory(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-memory-"));
  const postgres = await startPostgres();
  const settings = (name: string, url = "") => ({
    DATABASE_URL: url,
    DATA_DIRECTORY: path.join(folder, name),
  });
  const lines = [
    "Resident memory in MB             started      calls       load       idle",
  ];
  try {
    const empty = settings("empty", await postgres.createDatabase());
    const without = { ...empty, INDEX_MEMORY: "0" };
    lines.push(await measure("PostgreSQL, no index", without, demoUsers));
    const url = await postgres.createDatabase();
    await fill(url);
    const name = `PostgreSQL, ${lots.toLocaleString("en")} lots`;
    const filled = { ...settings("filled", url), DEMO: "off" };
    lines.push(await measure(name, filled, [reader]));
    lines.push(await measure("embedded", settings("embedded"), demoUsers));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
  return lines.join("\n");
}

/** May call what managers call. */
const manager = { userType: 3, permissions: rolePermissions.manager };

async function fill(url: string): Promise<void> {
  const database = await openMigrated(url);
  await ensureUser({ database, clock: systemClock }, { ...reader, ...manager });
  await generateLots(database, lots);
  await database.close();
}

type Credentials = { email: string; password: string };

async function measure(
  name: string,
  settings: Record<string, string>,
  users: readonly Credentials[],
): Promise<string> {
  const main = path.join(findRoot(), "dist/server/main.js");
  const program = await startProgram([process.execPath, main], {
    DEMO: "on",
    DEMO_SCALE: "0.01",
    ...settings,
  });
  try {
    if (settings.INDEX_MEMORY !== "0")
      await outputHas(program, '"area":"auction","rows":');
    const started = memoryOf(program);
    let cookie = "";
    for (const user of users) {
      cookie = await signIn(program.base, user);
      for (const call of calls) {
        const reply = await fetch(program.base + call, { headers: { cookie } });
        if (!reply.ok) throw new Error(`${call}: ${String(reply.status)}`);
        await reply.text();
      }
    }
    const called = memoryOf(program);
    const paths = queries(loadRequests).flatMap((query) => [
      `/api/auction/listing?${query}`,
      `/api/auction/filters?${query.replace(/&?(sort|order)=\w+/g, "")}`,
    ]);
    await measureLoad(program.base, paths, { connections: 50, cookie });
    const loaded = memoryOf(program, "VmHWM");
    await pause(idleMs);
    const cells = [started, called, loaded, memoryOf(program)];
    return [
      name.padEnd(30),
      ...cells.map((value) => value.toFixed(0).padStart(10)),
    ].join(" ");
  } finally {
    program.process.kill("SIGTERM");
    await once(program.process, "exit");
  }
}
