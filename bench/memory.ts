import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";
import { memoryOf, outputHas, signIn, startProgram } from "./support/program";

const lots = Number(process.env.ROWS ?? 300_000);
const password = "seriba-demo";
const calls = [
  "/api/workspace",
  "/api/auction/listing",
  "/api/auction/filters",
  "/api/lists/freight",
  "/",
];

/** After so long without requests their memory is free. */
const idleMs = 40_000;

/**
 * Measures the memory of the server: on PostgreSQL without the index of lots and
 * with the index of 300,000 lots, and on the embedded database with a small demo.
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
    "Resident memory in MB             started  after calls  idle",
  ];
  try {
    const empty = settings("empty", await postgres.createDatabase());
    const without = { ...empty, INDEX_MEMORY: "0" };
    lines.push(await measure("PostgreSQL, no index", without));
    const url = await postgres.createDatabase();
    await fill(url);
    const name = `PostgreSQL, ${lots.toLocaleString("en")} lots`;
    lines.push(await measure(name, settings("filled", url)));
    lines.push(await measure("embedded", settings("embedded")));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
  return lines.join("\n");
}

async function fill(url: string): Promise<void> {
  const database = await openMigrated(url);
  await generateLots(database, lots);
  await database.close();
}

async function measure(
  name: string,
  settings: Record<string, string>,
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
    for (const user of ["client", "manager"]) {
      const email = `${user}@seriba.test`;
      const cookie = await signIn(program.base, { email, password });
      for (const call of calls) {
        const reply = await fetch(program.base + call, { headers: { cookie } });
        if (!reply.ok) throw new Error(`${call}: ${String(reply.status)}`);
        await reply.text();
      }
    }
    const called = memoryOf(program);
    await pause(idleMs);
    const cells = [started, called, memoryOf(program)];
    return [
      name.padEnd(30),
      ...cells.map((value) => value.toFixed(0).padStart(10)),
    ].join(" ");
  } finally {
    program.process.kill("SIGTERM");
    await once(program.process, "exit");
  }
}
