import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { freePort } from "./freePort";
import { Client } from "pg";

const installations = "/usr/lib/postgresql";

/** The directory of the programs of the newest installed PostgreSQL. */
const programs = findPrograms();

/** Whether PostgreSQL is installed. In CI its absence is an error. */
export const hasPostgres = programs !== undefined;

if (!hasPostgres && process.env.CI) {
  throw new Error(`PostgreSQL is missing: nothing in ${installations}`);
}

export type Postgres = {
  url: string;
  /** Creates a database, by default empty and unnamed; returns its URL. */
  createDatabase(options?: NewDatabase): Promise<string>;
  /** Starts a streaming replica of it. */
  startReplica(): Promise<Postgres>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
};

type NewDatabase = { name?: string; template?: string };

/** Its data need not survive a crash of the machine, so nothing is synced. */
const unsynced = ["-c", "fsync=off", "-c", "full_page_writes=off"];
/** Otherwise it visits each of the many databases every minute. */
const unattended = ["-c", "autovacuum=off"];
/** Is faster, but loses the last commits if PostgreSQL is killed. */
const lazyCommits = ["-c", "synchronous_commit=off"];

/**
 * Starts a private PostgreSQL in a temporary directory, on a free loopback
 * port. Suites share the cluster of the run (see `testDatabase`); only those
 * that kill or restart it start a cluster of their own. With `keepsCommits` no
 * commit is lost if PostgreSQL is killed.
 */
export async function startPostgres({
  keepsCommits = false,
} = {}): Promise<Postgres> {
  const { directory, data, options } = newDirectory();
  run("initdb", options, [
    ...["-D", data, "-U", "seriba", "--auth=trust", "--no-sync"],
    ...["-E", "UTF8", "--locale=C.UTF-8"],
  ]);
  const settings = keepsCommits ? [] : lazyCommits;
  return startCluster({ directory, data, options, settings });
}

/** Starts a streaming replica of the server at `url`. */
async function startReplica(url: string): Promise<Postgres> {
  const { directory, data, options } = newDirectory();
  const { port, username } = new URL(url);
  run("pg_basebackup", options, [
    ...["-D", data, "-h", "127.0.0.1", "-p", port, "-U", username],
    ...["--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
  ]);
  return startCluster({ directory, data, options, settings: [] });
}

type Place = {
  directory: string;
  data: string;
  options: { cwd: string; uid?: number; gid?: number };
};

function newDirectory(): Place {
  const owner = serverOwner();
  const directory = mkdtempSync(join(tmpdir(), "seriba-postgres-"));
  if (owner) chownSync(directory, owner.uid, owner.gid);
  chmodSync(directory, 0o700);
  const options = { ...owner, cwd: directory };
  return { directory, data: join(directory, "data"), options };
}

function run(
  name: string,
  options: Place["options"],
  parameters: readonly string[],
): void {
  const ended = spawnSync(program(name), parameters, {
    ...options,
    encoding: "utf8",
  });
  if (ended.status !== 0) throw new Error(`${name} failed: ${ended.stderr}`);
}

async function startCluster({
  directory,
  data,
  options,
  settings,
}: Place & { settings: readonly string[] }): Promise<Postgres> {
  const port = await freePort();
  const url = `postgres://seriba@127.0.0.1:${port}/postgres`;
  const parameters = [
    ...["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", directory],
    ...["-c", "max_connections=300"],
    ...unsynced,
    ...unattended,
    ...settings,
  ];
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(program("postgres"), parameters, {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await readyForConnections(server);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
    server = undefined;
  }

  await start();
  // A test run that is stopped must not leave its cluster running.
  process.once("exit", () => server?.kill("SIGQUIT"));
  return {
    url,
    start,
    kill: () => end("SIGQUIT"),
    startReplica: () => startReplica(url),
    createDatabase: (options) => createDatabase(url, options),
    async stop() {
      await end("SIGINT");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Creates a database on the server at `url`; returns the URL of it. */
export async function createDatabase(
  url: string,
  {
    name = `test_${randomUUID().replaceAll("-", "")}`,
    template = "template1",
  }: NewDatabase = {},
): Promise<string> {
  await execute(url, `create database ${name} template ${template}`);
  return url.replace(/postgres$/, name);
}

/** Removes the database at `url`, and with it the files of hundreds of relations. */
export async function dropDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "postgres";
  await execute(server.href, `drop database if exists ${name} with (force)`);
}

function findPrograms(): string | undefined {
  if (!existsSync(installations)) return undefined;
  return readdirSync(installations)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => join(installations, version, "bin"))
    .find((directory) => existsSync(join(directory, "initdb")));
}

function program(name: string): string {
  if (!programs) throw new Error("PostgreSQL is missing");
  return join(programs, name);
}

/** PostgreSQL refuses to run as root: root starts it as another user. */
function serverOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ["postgres", "nobody"]) {
    const uid = spawnSync("id", ["-u", user], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", user], { encoding: "utf8" });
    if (uid.status === 0) {
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    }
  }
  throw new Error("PostgreSQL does not run as root, and has no user here");
}

function readyForConnections(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
    server.once("exit", () => {
      reject(new Error(`PostgreSQL did not start: ${said}`));
    });
  });
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
