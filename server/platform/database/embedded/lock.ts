import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { Server } from "node:net";
import { join } from "node:path";
import { DataDirectoryInUse } from "../errors";

/**
 * Takes the data directory for this program alone, until the returned function
 * is called or the program ends in any way, `kill -9` included. Throws
 * DataDirectoryInUse when another program, or this one, has it already.
 */
export async function lockDataDirectory(
  dataDirectory: string,
): Promise<() => Promise<void>> {
  const address = lockAddress(dataDirectory);
  const server =
    (await listen(address)) ??
    ((await isStale(address)) ? await takeOver(address) : undefined);
  if (!server) throw new DataDirectoryInUse(dataDirectory);
  server.unref();
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
    });
}

/**
 * A local socket that only one program can listen on. On Linux and Windows its
 * name lies outside the file system, and the kernel frees it with the program;
 * elsewhere it is a file that a killed program leaves behind.
 */
function lockAddress(dataDirectory: string): string {
  const path = realpathSync(dataDirectory);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 32);
  if (process.platform === "linux") return `\0seriba-${hash}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\seriba-${hash}`;
  return join(path, "lock.sock");
}

/** The listening server, or nothing when the address is taken. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      resolve(server);
    });
  });
}

/** Whether the address is a file nobody listens on any more. */
function isStale(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code === "ECONNREFUSED" && !address.startsWith("\0"));
    });
  });
}

function takeOver(address: string): Promise<Server | undefined> {
  rmSync(address, { force: true });
  return listen(address);
}
