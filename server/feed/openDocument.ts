import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { askProvider, Transient } from "./askProvider";
import type { FeedRequest } from "./askProvider";
import { FeedError } from "./feedError";
import { longestPause } from "./fetchLimits";
import type { FetchLimits } from "./fetchLimits";
import { readBody } from "./readBody";

/** A text that a provider sends. */
export type FeedDocument = {
  /** `text/csv` */
  contentType: string;
  charset: string | undefined;
  /** The part of it that has come, 0 to 1; null while its size is unknown. */
  portion: () => number | null;
  /**
   * Whether it ended where nothing but the text can tell if that is its end:
   * without a length, with the connection.
   */
  hasDoubtfulEnd: () => boolean;
  bytes: AsyncIterable<Uint8Array>;
};

/** What has come so far, and what tells that the rest is of the same text. */
type Received = {
  bytes: number;
  hash: ReturnType<typeof createHash>;
  size: number | null;
  /** For If-Range. */
  mark: string | null;
  hasRanges: boolean;
  isOver: boolean;
};

/**
 * Asks for a document. A connection that breaks is taken up again where it
 * broke: by a range, where the provider has them, else by reading it again and
 * passing over what had come, if that is still the same. Throws FeedError when
 * it cannot be had.
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
      .map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1])
      .find((one) => one !== undefined),
    portion: () => (received.size ? received.bytes / received.size : null),
    hasDoubtfulEnd: () =>
      received.isOver &&
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
    mark:
      etag === null || etag.startsWith("W/")
        ? headers.get("last-modified")
        : etag,
    hasRanges: isPlain && headers.get("accept-ranges") !== "none",
    isOver: false,
  };
}

/** Runs `ask` until it is not Transient, with longer and longer pauses. */
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
  new FeedError(`The feed could not be fetched in ${tries} tries: ${message}`);

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
      received.isOver = received.bytes >= (received.size ?? 0);
      if (received.isOver) return;
      throw new Transient("the feed ended before its end");
    } catch (error) {
      if (!(error instanceof Transient)) throw error;
      failures += 1;
      if (failures >= limits.tries) throw givenUp(error, failures);
      await pause(pauseAfter(failures, limits), undefined, { signal });
      next = await retrying(request, () => rest(request, received));
    }
  }
}

/** What is still to come, or null when all had come. */
async function rest(
  request: FeedRequest,
  received: Received,
): Promise<AsyncGenerator<Uint8Array> | null> {
  const { bytes, mark, hasRanges } = received;
  const range: Record<string, string> =
    hasRanges && bytes > 0
      ? { Range: `bytes=${bytes}-`, ...(mark ? { "If-Range": mark } : {}) }
      : {};
  const response = await askProvider(request, range);
  const [, from, size] =
    /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(
      response.headers.get("content-range") ?? "",
    ) ?? [];
  if (response.status === 200)
    return passOver(readBody(response, request), received);
  const isSameSize =
    received.size === null || size === "*" || Number(size) === received.size;
  if (response.status === 206 && Number(from) === bytes && isSameSize)
    return readBody(response, request);
  await response.body?.cancel();
  if (response.status === 416 && Number(size) === bytes) return null;
  if (!isSameSize) throw changed();
  // The ranges of this provider are of no use; the next try reads all again.
  received.hasRanges = false;
  throw new Transient("the rest of the feed could not be had");
}

/** The document without what had come, which must be the same as then. */
async function* passOver(
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
  if (left > 0) throw new Transient("the feed ended before its end");
}

const changed = () =>
  new FeedError("The feed changed while it was fetched; import it again");
