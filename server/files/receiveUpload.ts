import type { Readable } from "node:stream";
import { fileTypeFromBuffer } from "file-type";
import type { FileTypes } from "../../domain/fileField";
import { failure, fieldFailure, type ErrorCode } from "../platform/errors";
import type { Storage } from "../platform/storage";

/** The accepted types and the size of an upload. */
export type UploadLimits = {
  types: FileTypes;
  mostBytes: number;
  /** The error for other types; by default file_type. */
  typeError?: ErrorCode;
};

/** The media type and the bytes of a file. */
export type Received = { type: string; size: number };

type Upload = {
  key: string;
  name: string;
  body: Readable;
  limits: UploadLimits;
};

/**
 * Stores the bytes of an upload under its key and returns its type and size. Throws 422
 * beside `name` for a type that is not accepted or another one than the name says, 413 for
 * too many bytes, storage_full, and invalid_request when the connection breaks; then
 * nothing is stored.
 */
export async function storeUpload(
  storage: Storage,
  { key, ...upload }: Upload,
): Promise<Received> {
  const received = { type: "", size: 0 };
  await storage.write(key, receiveBytes(upload, received));
  return received;
}

/** Returns whether a body is a stream of bytes. */
export const isStream = (body: unknown): body is Readable =>
  typeof body === "object" && body !== null && "iterator" in body;

/** Returns the error of an upload with too many bytes. */
export const tooLarge = ({ mostBytes }: Pick<UploadLimits, "mostBytes">) =>
  failure("too_large", {
    errors: {
      name: [
        {
          key: "errors.file_too_large",
          values: { megabytes: mostBytes / 1_000_000 },
        },
      ],
    },
  });

/** The library needs at most so many bytes of a file. */
const typeBytes = 4_100;

/** A sender that is silent for so long has gone. */
const longestSilenceMs = 30_000;

/**
 * Yields the bytes of an upload once its type is known from the first ones, and
 * fills in `received`. Leaves the stream open, so that a refusal can be answered.
 */
async function* receiveBytes(
  { body, name, limits }: Omit<Upload, "key">,
  received: Received,
): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const chunk of chunksOf(body)) {
    received.size += chunk.length;
    if (received.size > limits.mostBytes) throw tooLarge(limits);
    if (received.type !== "") {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < typeBytes) continue;
    received.type = await typeOf(start, name, limits);
    yield start;
  }
  if (received.type !== "") return;
  received.type = await typeOf(start, name, limits);
  yield start;
}

/** Returns the media type of a file by its first bytes, whose name must have its ending. */
async function typeOf(
  start: Uint8Array,
  name: string,
  { types, typeError = "file_type" }: UploadLimits,
): Promise<string> {
  const found = await fileTypeFromBuffer(start);
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  if (found && types[found.mime]?.includes(ending)) return found.mime;
  throw fieldFailure("name", typeError);
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
