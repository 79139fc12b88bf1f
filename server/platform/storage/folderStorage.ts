import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { failure } from "../errors";

const isKey = /^[\w-]{20,80}$/;

/** Errors of a disk that is full or must not be written. */
const fullCodes = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM"]);

/**
 * Makes a storage in a folder, which several servers may share. A file has its
 * name only when all its bytes are on the disk, and `write` ends when its name is.
 */
export function folderStorage(folder: string): Storage {
  const fileOf = (key: string) => {
    if (!isKey.test(key)) throw new Error("A storage key is malformed");
    return path.join(folder, key.slice(0, 2), key);
  };
  const unfinished = (key: string) => `${fileOf(key)}.part`;

  return {
    write: async (key, bytes) => {
      try {
        await mkdir(path.dirname(fileOf(key)), { recursive: true });
        const file = await open(unfinished(key), "wx", 0o600);
        try {
          for await (const chunk of bytes) await file.appendFile(chunk);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished(key), fileOf(key));
        await syncFolders(folder, path.dirname(fileOf(key)));
      } catch (error) {
        await rm(unfinished(key), { force: true }).catch(() => undefined);
        throw isDiskFull(error) ? failure("storage_full") : error;
      }
    },
    read: async (key) => {
      try {
        const file = await open(fileOf(key), "r");
        return file.createReadStream();
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },
    remove: async (key) => {
      await rm(unfinished(key), { force: true });
      await rm(fileOf(key), { force: true });
    },
  };
}

/** Writes names to the disk, which otherwise may be lost in a power cut. */
async function syncFolders(...folders: string[]): Promise<void> {
  for (const folder of folders) {
    const opened = await open(folder, "r");
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Returns whether a disk is full or cannot be written. */
export const isDiskFull = (error: unknown): boolean =>
  fullCodes.has(codeOf(error));

/** Where the bytes of uploaded files are kept. Keys are chosen by the program. */
export type Storage = {
  /**
   * Stores the bytes under a new key. If `bytes` throws, nothing is kept.
   * Throws storage_full without space, or in a folder that cannot be written.
   */
  write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns the bytes under a key, or null for an unknown key. */
  read(key: string): Promise<Readable | null>;
  /** Removes what is under a key, also what a killed program left of it. */
  remove(key: string): Promise<void>;
};
