import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { DataDirectoryInUse } from "../errors";

/** The owner renews its lock file this often... */
const heartbeatMs = 250;
/** ...and a lock file that stays unchanged for this long has no owner. */
const staleAfterMs = 1_250;
const pollMs = 50;
/** Time in which a program that took the lock over at the same moment shows up. */
const settleMs = 250;

/**
 * Locks the data directory for this process until the returned function is
 * called or the process ends, `kill -9` included. Throws DataDirectoryInUse
 * while another holder is alive.
 *
 * Two mechanisms cover each other. A socket in the directory answers at once,
 * for every process on this kernel, whatever its container or mount path. The
 * heartbeat of a lock file works on file systems without sockets and between
 * machines; it compares no clocks, a waiting process only watches for a change.
 */
export async function lockDataDirectory(
  dataDirectory: string,
): Promise<() => Promise<void>> {
  const file = join(dataDirectory, "lock");
  const owner = randomUUID();
  const inUse = () => new DataDirectoryInUse(dataDirectory);
  if (await isAnswered(dataDirectory)) throw inUse();
  if (!createLockFile(file, owner) && !(await takeOver(file, owner)))
    throw inUse();
  const socket = await listen(dataDirectory);
  if (socket === "taken" || readOwner(file) !== owner) {
    if (socket && socket !== "taken") await close(socket);
    throw inUse();
  }
  const heartbeat = await startHeartbeat(file, owner);
  return async () => {
    await heartbeat.terminate();
    if (socket) await close(socket);
    if (readOwner(file) === owner) rmSync(file, { force: true });
  };
}

function createLockFile(file: string, owner: string): boolean {
  try {
    writeFileSync(file, owner, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Takes a lock file whose heartbeat has stopped. False if it has an owner. */
async function takeOver(file: string, owner: string): Promise<boolean> {
  const before = readState(file);
  for (let waited = 0; waited < staleAfterMs; waited += pollMs) {
    await sleep(pollMs);
    const state = readState(file);
    if (state === undefined) return createLockFile(file, owner);
    if (state !== before) return false;
  }
  if (await isAnswered(dirname(file))) return false;
  const replacement = `${file}.${owner}`;
  writeFileSync(replacement, owner, { mode: 0o600 });
  // Another program may have taken it over since; that program now owns it.
  if (readState(file) !== before) {
    rmSync(replacement);
    return false;
  }
  renameSync(replacement, file);
  await sleep(settleMs);
  return readOwner(file) === owner;
}

function readOwner(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** A text that changes with every heartbeat and every owner. */
function readState(file: string): string | undefined {
  const owner = readOwner(file);
  const stats = statSync(file, { throwIfNoEntry: false });
  return owner && stats && `${owner} ${stats.mtimeMs}`;
}

/**
 * Runs in a thread of its own, because the main thread can be busy for longer
 * than `staleAfterMs`. A process that was suspended while another took its lock
 * over ends at once: two writers would destroy the database. Setting a file's
 * time works on a full disk too.
 */
const heartbeatProgram = `
  const { readFileSync, utimesSync, writeSync } = require("node:fs");
  const { workerData } = require("node:worker_threads");
  const { file, owner, heartbeatMs } = workerData;
  function currentOwner() {
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      return error.code === "ENOENT" ? "" : owner;
    }
  }
  setInterval(() => {
    if (currentOwner() !== owner) {
      writeSync(2, "Another process took over the data directory\\n");
      process.kill(process.pid, "SIGKILL");
    }
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {}
  }, heartbeatMs);
`;

/** Resolves once the thread runs, before which the lock would look abandoned. */
async function startHeartbeat(file: string, owner: string): Promise<Worker> {
  const thread = new Worker(heartbeatProgram, {
    eval: true,
    workerData: { file, owner, heartbeatMs },
    execArgv: [],
  });
  await once(thread, "online");
  thread.unref();
  return thread;
}

type Socket = { server: Server; address: SocketAddress };

/**
 * Listens on the lock's socket. "taken" if another process listens there,
 * undefined if the file system has no sockets.
 */
async function listen(
  dataDirectory: string,
): Promise<Socket | "taken" | undefined> {
  const socket = await tryListen(dataDirectory);
  if (socket !== "taken" || (await isAnswered(dataDirectory))) return socket;
  // A killed process leaves its socket behind.
  rmSync(join(dataDirectory, socketName), { force: true });
  return tryListen(dataDirectory);
}

function tryListen(
  dataDirectory: string,
): Promise<Socket | "taken" | undefined> {
  const address = openAddress(dataDirectory);
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error) => {
      address.close();
      resolve(hasCode(error, "EADDRINUSE") ? "taken" : undefined);
    });
    server.listen(address.path, () => {
      server.unref();
      resolve({ server, address });
    });
  });
}

function isAnswered(dataDirectory: string): Promise<boolean> {
  const address = openAddress(dataDirectory);
  return new Promise((resolve) => {
    const answer = (isConnected: boolean) => {
      socket.destroy();
      address.close();
      resolve(isConnected);
    };
    const socket = connect(address.path);
    socket.once("connect", () => {
      answer(true);
    });
    socket.once("error", () => {
      answer(false);
    });
  });
}

type SocketAddress = { path: string; close(): void };

const socketName = "lock.sock";

/**
 * The path of the socket. A socket address holds 107 bytes, so on Linux the
 * path goes through a descriptor of the directory. It stays open while the
 * server listens, because closing the server removes the path.
 */
function openAddress(dataDirectory: string): SocketAddress {
  if (process.platform !== "linux")
    return { path: join(dataDirectory, socketName), close: () => undefined };
  const directory = openSync(dataDirectory, "r");
  return {
    path: `/proc/self/fd/${directory}/${socketName}`,
    close: () => {
      closeSync(directory);
    },
  };
}

function close({ server, address }: Socket): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      address.close();
      resolve();
    });
  });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * Runs work on the files of the embedded database while no program has them open.
 * Throws DataDirectoryInUse.
 */
export async function withLockedFiles<Result>(
  dataDirectory: string,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const unlock = await lockDataDirectory(dataDirectory);
  try {
    return await work(join(dataDirectory, "database"));
  } finally {
    await unlock();
  }
}
