import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "../server/app";
import { areas } from "../server/areas";
import { openAreas } from "../server/workspace/openAreas";
import { createContext } from "../server/createContext";
import { declare, startColumns } from "../server/declare";
import { ensureUser } from "../server/identity";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";
import { reader } from "./support/program";
import { watchTurns } from "./support/watchTurns";

/** `ROWS=30000 npm run bench -- publication`. */
const rows = Number(process.env.ROWS ?? 10_000);

const calls = {
  workspace: "/workspace",
  list: "/auction/listing",
  filters: "/auction/filters",
  options: "/auction/chassis",
  "one lot": "/auction/detail?id=1",
  bids: "/bid/index",
  alerts: "/lists/alerts",
};

/**
 * Prints how long the event loop is blocked at most by calls that are the first of their
 * kind: after a start and after changes of the declarations, beside later calls. Counts
 * processor time, so that other programs of the machine do not matter.
 */
export async function benchPublication(): Promise<string> {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = await openMigrated(url);
  await ensureUser({ database, clock: { now: () => new Date() } }, reader);
  await generateLots(database, rows);
  await database.close();
  const root = mkdtempSync(path.join(tmpdir(), "seriba-publication-"));
  for (const folder of [
    "schemas",
    "resources",
    "dashboards",
    "feeds",
    "locales",
  ])
    cpSync(path.join(findRoot(), folder), path.join(root, folder), {
      recursive: true,
    });
  const opened = await createContext({
    DATABASE_URL: url,
    DATA_DIRECTORY: path.join(root, "data"),
    LOG_LEVEL: "error",
  });
  const { log } = opened;
  const context = { ...opened, ...declare({ root, log }) };
  const app = await buildApp(openAreas(context, areas));
  const stop = startColumns(context, context.columns);
  while (
    !context.columns
      .states()
      .some(({ area, isLoaded }) => area === "auction" && isLoaded)
  )
    await pause(100);
  const { email, password } = reader;
  const login = await app.inject({
    method: "POST",
    url: "/api/auth",
    payload: { email, password },
  });
  const cookies = Object.fromEntries(
    login.cookies.map(({ name, value }) => [name, value]),
  );
  const longest = async (task: () => Promise<unknown>) => {
    const turns = watchTurns();
    await task();
    return turns.longest();
  };
  const ask = async (path: string) => {
    const reply = await app.inject({ url: `/api${path}`, cookies });
    if (reply.statusCode >= 500) throw new Error(`${path}: ${reply.body}`);
  };
  const lines = [
    `Longest turn in ms${Object.keys(calls)
      .map((name) => name.padStart(10))
      .join("")}`,
  ];
  const measure = async (name: string) => {
    const found: string[] = [];
    for (const path of Object.values(calls))
      found.push((await longest(() => ask(path))).toFixed(0).padStart(10));
    lines.push(`${name.padEnd(18)}${found.join("")}`);
  };
  const edit = async (
    name: string,
    file: string,
    change: (text: string) => string,
  ) => {
    const full = path.join(root, file);
    writeFileSync(full, change(readFileSync(full, "utf8")));
    const turn = await longest(() => context.declarations.reload());
    lines.push(`${name}: ${turn.toFixed(0)} ms`);
    await measure("then");
  };
  const turn = await longest(() => context.declarations.prepare());
  lines.push(`start: ${turn.toFixed(0)} ms`);
  await measure("first");
  await measure("second");
  for (let time = 1; time <= 3; time += 1) await measure("later");
  const addColumn = (text: string) =>
    text.replace(
      '"columns": [',
      '"columns": [{ "id": "horses", "fields": ["horsePower"] },',
    );
  await edit("a list", "resources/car-auction.json", addColumn);
  const describe = (text: string) =>
    text.replace(/"title": "/, '"title": "Changed ');
  await edit("a row", "schemas/lot.json", describe);
  await edit("the meta-schema", "schemas/meta/resource.json", describe);
  await app.close();
  await stop();
  await context.database.close();
  await postgres.stop();
  rmSync(root, { recursive: true });
  return lines.join("\n");
}
