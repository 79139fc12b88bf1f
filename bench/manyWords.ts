import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "../server/app";
import { areas } from "../server/areas";
import { openAreas } from "../server/workspace/openAreas";
import { createContext } from "../server/createContext";
import { startColumns } from "../server/declare";
import { ensureUser } from "../server/identity";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";
import { reader } from "./support/program";
import { watchTurns } from "./support/watchTurns";

/** `WORDS=40000 npm run bench -- words`. */
const words = Number(process.env.WORDS ?? 40_000);
const lots = 2 * words;
const repetitions = 10;

/** The calls that read, search or order all chassis codes. */
const calls = (time: number): Record<string, string> => ({
  "list and row words": `/auction/listing?mileage=${time},900000`,
  "all filters": `/auction/filters?mileage=${time},900000`,
  "chassis codes": `/auction/chassis?mileage=${time},900000`,
  "search of a code": `/auction/chassis?search=1${time}`,
});

/**
 * Prints how long the event loop is blocked at most by calls that concern tens of
 * thousands of distinct words: by the first of each kind, and by later ones. Counts
 * processor time, so that other programs of the machine do not matter.
 */
export async function benchManyWords(): Promise<string> {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = await openMigrated(url);
  const now = new Date();
  await ensureUser({ database, clock: { now: () => now } }, reader);
  await generateLots(database, lots, words);
  await database.close();
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-words-"));
  const context = await createContext({
    DATABASE_URL: url,
    DATA_DIRECTORY: folder,
    LOG_LEVEL: "error",
  });
  const app = await buildApp(openAreas(context, areas));
  const stop = startColumns(context, context.columns);
  while (
    !context.columns
      .states()
      .some(({ area, isLoaded }) => area === "auction" && isLoaded)
  )
    await pause(100);
  const login = await app.inject({
    method: "POST",
    url: "/api/auth",
    payload: { email: reader.email, password: reader.password },
  });
  const cookies = Object.fromEntries(
    login.cookies.map(({ name, value }) => [name, value]),
  );
  const blocked = async (url: string) => {
    const turns = watchTurns();
    const reply = await app.inject({ url: `/api${url}`, cookies });
    const longest = await turns.longest();
    if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.body}`);
    return longest;
  };
  const lines = [
    `${words.toLocaleString("en")} chassis codes of ${lots.toLocaleString("en")} lots: longest turn in ms`,
    `${" ".repeat(20)}     first    median   longest`,
  ];
  for (const name of Object.keys(calls(0))) {
    const first = await blocked(calls(0)[name] ?? "");
    const later: number[] = [];
    for (let time = 1; time <= repetitions; time += 1)
      later.push(await blocked(calls(time)[name] ?? ""));
    later.sort((left, right) => left - right);
    const median = later[Math.floor(repetitions / 2)] ?? 0;
    const cells = [first, median, later.at(-1) ?? 0];
    lines.push(
      `${name.padEnd(20)}${cells.map((ms) => ms.toFixed(0).padStart(10)).join("")}`,
    );
  }
  await app.close();
  await stop();
  await context.database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
  return lines.join("\n");
}
