import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Systems allow 103 to 107 bytes for the path of a socket. */
const longestPath = 100;
const socketName = "import.sock";

/** The folder of the socket inside the data directory, its owner's alone. */
export async function makeSocketFolder(dataDirectory: string): Promise<string> {
  const folder = socketFolder(dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}

export const socketFolder = (dataDirectory: string): string =>
  path.join(dataDirectory, "socket");

/**
 * Calls `use` with a path of the socket in the folder that is short enough for
 * any system: where its own is not, by way of a link that is gone afterwards.
 */
export async function withSocketPath<Result>(
  folder: string,
  use: (socketPath: string) => Promise<Result>,
): Promise<Result> {
  const direct = path.join(folder, socketName);
  if (Buffer.byteLength(direct) <= longestPath) return use(direct);
  const detour = await mkdtemp(path.join(tmpdir(), "seriba-"));
  try {
    const link = path.join(detour, "s");
    await symlink(folder, link);
    return await use(path.join(link, socketName));
  } finally {
    await rm(detour, { recursive: true, force: true });
  }
}

/** Removes what a killed program left behind; its folder must be ours alone. */
export const removeSocket = (folder: string): Promise<void> =>
  rm(path.join(folder, socketName), { force: true });

export const closeToOthers = (folder: string): Promise<void> =>
  chmod(path.join(folder, socketName), 0o600);
