import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { fileTypeFromBuffer } from "file-type";
import { roleOf, type Viewer } from "../../domain/access";
import { failure, fieldFailure } from "../platform/errors";
import type { Storage } from "../platform/storage";
import type { Context } from "../workspace/context";
import { beginFile, finishFile, forgetFile, hideFile } from "./fileQueries";

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

/** The accepted types with the endings that their names may have. */
const endings: Readonly<Record<string, readonly string[]>> = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
};

/** Returns the media type of a JPEG, PNG or WebP picture by its bytes; null for others. */
export async function pictureType(bytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  return found?.mime.startsWith("image/") && found.mime in endings
    ? found.mime
    : null;
}

/** The library needs at most so many bytes of a file. */
const typeBytes = 4_100;

/**
 * Returns the media type of a file by its first bytes; null if the type is not
 * accepted or the name has the ending of another one.
 */
async function acceptedType(
  start: Uint8Array,
  name: string,
): Promise<string | null> {
  const found = await fileTypeFromBuffer(start);
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  return found && endings[found.mime]?.includes(ending) ? found.mime : null;
}

/** 20 MB. */
export const mostBytes = 20_000_000;
/** A sender that is silent for so long has gone. */
const longestSilenceMs = 30_000;

/** The type and size of a file; complete once all bytes have been read. */
export type Received = { type: string; size: number };

/**
 * Yields the bytes of an upload once its type is known from the first ones, and
 * fills in `received`. Throws 422 beside `name` for a type that is not accepted
 * or another one than the name says, too_large, and invalid_request when the
 * connection breaks. Leaves the stream open, so that a refusal can be answered.
 */
async function* receiveBytes(
  body: Readable,
  name: string,
  received: Received,
): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const chunk of chunksOf(body)) {
    received.size += chunk.length;
    if (received.size > mostBytes) throw failure("too_large");
    if (received.type !== "") {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < typeBytes) continue;
    received.type = await typeOf(start, name);
    yield start;
  }
  if (received.type !== "") return;
  received.type = await typeOf(start, name);
  yield start;
}

async function typeOf(start: Uint8Array, name: string): Promise<string> {
  const type = await acceptedType(start, name);
  if (type === null) throw fieldFailure("name", "file_type");
  return type;
}

async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  const silence = setTimeout(() => {
    body.destroy(new Error("The sender is silent"));
  }, longestSilenceMs);
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      silence.refresh();
      yield chunk as Buffer;
    }
  } catch (error) {
    throw body.destroyed ? failure("invalid_request") : error;
  } finally {
    clearTimeout(silence);
  }
}
