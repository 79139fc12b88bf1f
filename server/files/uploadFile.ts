import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { fileTypeFromBuffer } from "file-type";
import { roleOf, type Viewer } from "../../domain/access";
import { allFileTypes, mostUploadBytes } from "../../domain/fileField";
import { failure } from "../platform/errors";
import type { Storage } from "../platform/storage";
import type { Context } from "../workspace/context";
import { beginFile, finishFile, forgetFile, hideFile } from "./fileQueries";
import { storeUpload, type Received } from "./receiveUpload";

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
  const limits = { types: allFileTypes, mostBytes: mostUploadBytes };
  let received: Received;
  try {
    received = await storeUpload(storage, { key, name, body, limits });
    await finishFile(database, { id, ...received, now: clock.now() });
  } catch (error) {
    await discard(key);
    throw error;
  }
  return { id, name, ...received };
}

/**
 * Removes a file of the viewer; an administrator may remove every file. It
 * cannot be opened from the first moment on. If its bytes cannot be removed now, a
 * job removes them. Throws not_found for unknown and other users' files.
 */
export async function removeFile(
  { database, storage }: FileContext,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<void> {
  const ownerId = roleOf(viewer) === "admin" ? null : viewer.userId;
  const key = await hideFile(database, { id, ownerId });
  if (key === undefined) throw failure("not_found");
  await storage.remove(key);
  await forgetFile(database, key);
}

/** Returns the media type of a JPEG, PNG or WebP picture by its bytes; null for others. */
export async function pictureType(bytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  return found?.mime.startsWith("image/") && found.mime in allFileTypes
    ? found.mime
    : null;
}
