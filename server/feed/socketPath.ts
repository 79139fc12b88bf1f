import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Operating systems limit the path of a socket to 103 to 107 bytes. */
const longestPath = 100;
const socketName = "import.sock";

/** Creates the folder of the socket, which only its owner may open. */
export async function makeSocketFolder(dataDirectory: string): Promise<string> {
  const folder = socketFolder(dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}

export const socketFolder = (dataDirectory: string): string =>
  path.join(dataDirectory, "socket");

/**
 * Calls `use` with a path of the socket that is short enough for every system.
 * If necessary, the path leads through a temporary symbolic link.
 */
export async function withSocketPath<Result>(
  folder: string,
  use: (socketPath: string) => Promise<Result>,
): Promise<Result> {
  const direct = path.join(folder, socketName);
  if (Buffer.byteLength(direct) <= longestPath) return use(direct);
  const shortFolder = await mkdtemp(path.join(tmpdir(), "seriba-"));
  try {
    const link = path.join(shortFolder, "s");
    await symlink(folder, link);
    return await use(path.join(link, socketName));
  } finally {
    await rm(shortFolder, { recursive: true, force: true });
  }
}

/** Removes the socket that a killed server left behind. */
export const removeSocket = (folder: string): Promise<void> =>
  rm(path.join(folder, socketName), { force: true });

/** Denies other users access to the socket. */
export const closeToOthers = (folder: string): Promise<void> =>
  chmod(path.join(folder, socketName), 0o600);
