import type { Readable } from "node:stream";

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
