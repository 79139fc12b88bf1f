import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { Storage } from "../platform/storage";
import type { Context } from "../workspace/context";
import { beginFile, finishFile, forgetFile } from "./fileQueries";
import { receiveBytes } from "./receiveBytes";

export type FileContext = Pick<Context, "database" | "clock"> & {
  storage: Storage;
};

/**
 * Stores a file of a user and returns it. An upload that fails leaves nothing
 * behind; a job removes what a killed server left. Throws 422
 * beside `name` for a wrong type, file_limit, too_many_requests, too_large,
 * storage_full, and invalid_request when the connection breaks.
 */
export async function uploadFile(
  { database, clock, storage }: FileContext,
  { ownerId, name, body }: { ownerId: string; name: string; body: Readable },
): Promise<{ id: string; name: string; type: string; size: number }> {
  const discard = async (key: string) => {
    await storage.remove(key);
    await forgetFile(database, key);
  };
  const key = randomUUID();
  const now = clock.now();
  const id = await beginFile(database, { ownerId, key, name, now });
  const received = { type: "", size: 0 };
  try {
    await storage.write(key, receiveBytes(body, name, received));
    await finishFile(database, { id, ...received, now: clock.now() });
  } catch (error) {
    await discard(key);
    throw error;
  }
  return { id, name, ...received };
}
