import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { ListingReply } from "../../generated/schemas";
import { saveDemoValue } from "../../server/demo/demoValues";
import { openDatabase } from "../../server/platform/database";
import { silentLog } from "../../tests/support/memoryLog";

/** Ends the server also when its worker is killed. */
const withParent = [
  "--import",
  pathToFileURL("scripts/support/stopWithParent.mjs").href,
];

/** A server that is asked to stop is killed after this time. */
const maxStopMs = 60_000;

const copied = [
  "dist",
  "schemas",
  "resources",
  "dashboards",
  "feeds",
  "locales",
];

export type RunningServer = {
  url: string;
  /** The folder of its declarations, which a test may edit. */
  root: string;
  /** The warnings and errors that it has logged since `takeComplaints`. */
  complaints: readonly string[];
  /** Removes the complaints and returns them. */
  takeComplaints(): string[];
  stop(): Promise<void>;
};

/**
 * Starts the built program once over a new data directory, so that it adds a small
 * demo feed, and stops it. Returns the folder of that directory, for
 * `startServer`.
 */
export async function prepareData(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-e2e-"));
  const server = await start(folder);
  await waitForLots(server.url);
  await end(server.child);
  const { complaints } = server;
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  await endPastSales(path.join(folder, "data"));
  return folder;
}

/** Waits for the lots that the demo imports after its start: cars for sale, then bikes. */
async function waitForLots(url: string): Promise<void> {
  const { headers } = await fetch(`${url}/api/auth`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: url },
    body: JSON.stringify({
      email: "client@seriba.test",
      password: "seriba-demo",
    }),
  });
  const cookie = headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  for (const path of ["stock", "bikes"]) {
    const list = `${url}/api/${path}/listing?pageSize=20`;
    for (;;) {
      const reply = await fetch(list, { headers: { Cookie: cookie } });
      if (!reply.ok) throw new Error(`${list}: ${reply.status}`);
      const { pageInfo } = (await reply.json()) as ListingReply;
      if (pageInfo.totalResults > 0) break;
      await wait(500);
    }
  }
}

const demoScale = 0.05;

/**
 * Marks the demo's past sales as complete, as `importPastSales` would do. No test
 * shows them, and importing them would slow every server down.
 */
async function endPastSales(dataDirectory: string): Promise<void> {
  const log = silentLog;
  const { seed, monday } = JSON.parse(
    readFileSync("dist/demo/manifest.json", "utf8"),
  ) as { seed: string; monday: string };
  const database = await openDatabase({ dataDirectory, log });
  for (const key of ["demo past sales", "demo past bikes"])
    await saveDemoValue(database, key, {
      ...{ seed, scale: demoScale, lastDay: monday },
      ...{ daysDone: 182, salesDone: 0 },
    });
  await database.close();
}

/**
 * Starts the built program in a folder of its own, on a free port, over a copy
 * of the prepared data and of the project's declarations. A test that needs other settings
 * starts a server of its own with them.
 */
export async function startServer(
  prepared: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const root = mkdtempSync(path.join(tmpdir(), "seriba-e2e-"));
  cpSync(path.join(prepared, "data"), path.join(root, "data"), {
    recursive: true,
  });
  const { child, url, complaints } = await start(root, environment);
  return {
    url,
    root,
    complaints,
    takeComplaints: () => complaints.splice(0),
    stop: async () => {
      await end(child);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function start(
  root: string,
  environment: Readonly<Record<string, string>> = {},
) {
  mkdirSync(root, { recursive: true });
  for (const folder of copied)
    cpSync(folder, path.join(root, folder), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  const child = spawn(
    process.execPath,
    [...withParent, "dist/server/main.js"],
    {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIRECTORY: path.join(root, "data"),
        DATABASE_URL: "",
        DEMO_SCALE: String(demoScale),
        HOST: "127.0.0.1",
        LOG_LEVEL: "warn",
        PORT: "0",
        // A busy machine must not look like an overloaded server.
        REQUEST_SECONDS: "60",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const complaints = collectComplaints(child);
  return { child, url: await addressOf(child), complaints };
}

/**
 * A program that stops on a busy machine may not have the time to save its indexes. The
 * next start reads them from the database.
 */
const unsavedIndex = /"name":"TimeoutError".*"msg":"an index was not saved"/;

/** Collects the lines of the log, which has warnings and errors only, and of Node. */
function collectComplaints(child: ChildProcess): string[] {
  const complaints: string[] = [];
  if (!child.stdout || !child.stderr) throw new Error("The output is piped.");
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith("{") && !unsavedIndex.test(line)) complaints.push(line);
  });
  createInterface(child.stderr).on("line", (line) => complaints.push(line));
  return complaints;
}

/** Resolves once the program prints the address that it serves. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += String(chunk);
      const [, url] = /READY (http\S+)/.exec(output) ?? [];
      if (url) resolve(url);
    });
    child.once("exit", (code) => {
      reject(new Error(`The server ended with ${String(code)}:\n${output}`));
    });
  });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), maxStopMs);
  const [, signal] = (await exited) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  if (signal === "SIGKILL")
    throw new Error(`The server did not stop within ${maxStopMs / 1000} s.`);
}
