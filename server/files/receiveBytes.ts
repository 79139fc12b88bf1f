import type { Readable } from "node:stream";
import { failure, fieldFailure } from "../platform/errors";
import { acceptedType, typeBytes } from "./fileTypes";

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
export async function* receiveBytes(
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
