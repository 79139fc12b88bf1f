import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Headers, Response } from "undici";
import {
  askProvider,
  longestPause,
  networkReason,
  Transient,
} from "./askProvider";
import type { FeedRequest, FetchLimits } from "./askProvider";
import { FeedError } from "./feedError";

/** A document of a provider, downloaded while it is read. */
export type FeedDocument = {
  /** Without parameters: `text/csv` */
  contentType: string;
  charset: string | undefined;
  /** The downloaded part, 0 to 1; null while the size is unknown. */
  portion: () => number | null;
  /**
   * Whether the end of the connection ended the document, without a length.
   * Then only its text shows whether it is complete.
   */
  hasDoubtfulEnd: () => boolean;
  bytes: AsyncIterable<Uint8Array>;
};

/** The downloaded part and the validators for resuming it. */
type Received = {
  bytes: number;
  hash: ReturnType<typeof createHash>;
  size: number | null;
  /** The value of If-Range. */
  validator: string | null;
  hasRanges: boolean;
  isComplete: boolean;
};

/**
 * Requests a document. A broken download is resumed: by a range request if the
 * provider supports them, else by downloading it again and skipping the bytes
 * that were already read, provided that they are unchanged. Throws FeedError
 * when the document cannot be fetched or has changed.
 */
export async function openDocument(
  request: FeedRequest,
): Promise<FeedDocument> {
  const first = await retrying(request, () => askProvider(request));
  const { headers } = first;
  const [contentType = "", ...parameters] = (
    headers.get("content-type") ?? ""
  ).split(";");
  const received = receivedOf(headers);
  return {
    contentType: contentType.trim().toLowerCase(),
    charset: parameters
      .map((text) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(text)?.[1])
      .find((charset) => charset !== undefined),
    portion: () => (received.size ? received.bytes / received.size : null),
    hasDoubtfulEnd: () =>
      received.isComplete &&
      received.size === null &&
      headers.get("transfer-encoding") === null,
    bytes: resumed({ request, first, received }),
  };
}

function receivedOf(headers: Headers): Received {
  const isPlain = headers.get("content-encoding") === null;
  const length = isPlain ? headers.get("content-length") : null;
  const etag = headers.get("etag");
  return {
    bytes: 0,
    hash: createHash("sha256"),
    size: length === null ? null : Number(length),
    validator:
      etag === null || etag.startsWith("W/")
        ? headers.get("last-modified")
        : etag,
    hasRanges: isPlain && headers.get("accept-ranges") !== "none",
    isComplete: false,
  };
}

/** Retries `ask` after transient errors, with growing pauses. */
async function retrying<Result>(
  { limits, signal }: FeedRequest,
  ask: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Transient)) throw error;
      if (tries >= limits.tries) throw givenUp(error, tries);
      const wait = error.wait ?? pauseAfter(tries, limits);
      await pause(wait, undefined, { signal });
    }
  }
}

const pauseAfter = (tries: number, { pause: first }: FetchLimits) =>
  Math.min(first * 2 ** (tries - 1), longestPause);

const givenUp = ({ message }: Error, tries: number) =>
  new FeedError(
    tries === 1
      ? `The request failed: ${message}`
      : `The feed could not be fetched in ${tries} tries: ${message}`,
  );

async function* resumed({
  request,
  first,
  received,
}: {
  request: FeedRequest;
  first: Response;
  received: Received;
}): AsyncGenerator<Uint8Array> {
  const { limits, signal } = request;
  let next: AsyncGenerator<Uint8Array> | null = readBody(first, request);
  let failures = 0;
  while (next) {
    try {
      for await (const chunk of next) {
        received.bytes += chunk.length;
        received.hash.update(chunk);
        if (received.bytes > limits.bytes)
          throw new FeedError(`The feed is larger than ${limits.bytes} bytes`);
        failures = 0;
        yield chunk;
      }
      received.isComplete = received.bytes >= (received.size ?? 0);
      if (received.isComplete) return;
      throw new Transient("the feed ended too early");
    } catch (error) {
      if (!(error instanceof Transient)) throw error;
      failures += 1;
      if (failures >= limits.tries) throw givenUp(error, failures);
      await pause(pauseAfter(failures, limits), undefined, { signal });
      next = await retrying(request, () => rest(request, received));
    }
  }
}

/** Requests the rest of the document; null when it was already complete. */
async function rest(
  request: FeedRequest,
  received: Received,
): Promise<AsyncGenerator<Uint8Array> | null> {
  const { bytes, validator, hasRanges } = received;
  const range: Record<string, string> =
    hasRanges && bytes > 0
      ? {
          Range: `bytes=${bytes}-`,
          ...(validator ? { "If-Range": validator } : {}),
        }
      : {};
  const response = await askProvider(request, range);
  const [, from, size] =
    /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(
      response.headers.get("content-range") ?? "",
    ) ?? [];
  if (response.status === 200)
    return skipReceived(readBody(response, request), received);
  const isSameSize =
    received.size === null || size === "*" || Number(size) === received.size;
  if (response.status === 206 && Number(from) === bytes && isSameSize)
    return readBody(response, request);
  await response.body?.cancel();
  if (response.status === 416 && Number(size) === bytes) return null;
  if (!isSameSize) throw changed();
  // This provider answers ranges wrongly: the next attempt starts again.
  received.hasRanges = false;
  throw new Transient("the rest of the feed could not be fetched");
}

/** Skips the bytes that were read before; throws FeedError if they changed. */
async function* skipReceived(
  body: AsyncGenerator<Uint8Array>,
  { bytes, hash }: Received,
): AsyncGenerator<Uint8Array> {
  const before = hash.copy().digest("hex");
  const again = createHash("sha256");
  let left = bytes;
  for await (const chunk of body) {
    const known = chunk.subarray(0, left);
    again.update(known);
    left -= known.length;
    if (left > 0) continue;
    if (known.length > 0 && again.copy().digest("hex") !== before)
      throw changed();
    if (known.length < chunk.length) yield chunk.subarray(known.length);
  }
  if (left > 0) throw new Transient("the feed ended too early");
}

const changed = () =>
  new FeedError("The feed changed while it was fetched; import it again");

/**
 * Yields the bytes of a response. Throws Transient when the connection breaks
 * or no byte arrives for `limits.silence`; time that the consumer takes does
 * not count.
 */
async function* readBody(
  response: Response,
  { limits, signal }: Pick<FeedRequest, "limits" | "signal">,
): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> =
    response.body.getReader();
  try {
    for (;;) {
      const chunk = await readChunk(reader, limits.silence, signal);
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    // Cancelling a broken body fails, which changes nothing.
    await reader.cancel().catch(() => undefined);
  }
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silence: number,
  signal: AbortSignal,
) {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Transient("no data arrived")), silence);
  });
  try {
    return await Promise.race([reader.read(), silent]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Transient || error instanceof FeedError) throw error;
    throw new Transient(`the connection broke (${networkReason(error)})`);
  } finally {
    clearTimeout(timer);
  }
}
