import {
  feedVariables,
  readFeedSettings,
  type Environment,
} from "../platform/feedSettings";
import type { JsonFile } from "../platform/readJson";
import { Refused } from "./askProvider";
import { valueAt } from "./columns";
import { fillIn, secretHider } from "./feedAddress";
import { FeedError } from "./feedError";
import { feedNameOf, type FeedMapping } from "./feedMapping";
import { openDocument } from "./openDocument";
import { readPhotoAddresses } from "./photoAddresses";
import { plainText } from "./readValue";

type ExtraImages = NonNullable<FeedMapping["extraImages"]>;

const defaultSeconds = 20;
const mostBytes = 1_000_000;
/** The same limits as for the photos in a row of a feed. */
const photoLimits = { most: 60, longest: 500 };

/** A lot by its feed and its key there. */
type FeedLot = { source: string; sourceId: string };

type Request = {
  feed: string;
  sourceId: string;
  extraImages: ExtraImages;
  environment: Environment;
  signal: AbortSignal;
};

/**
 * Requests the extra photos of a lot from the source that its feed declares, and
 * returns their addresses, at most 60. Returns no addresses if the feed declares no source
 * or if the source does not know the lot (404). Throws FeedError if a setting is
 * missing, if the source does not answer in time, and if no address of its reply is
 * acceptable. The message contains no key.
 */
export async function findExtraImages(
  feeds: readonly JsonFile[],
  { source: feed, sourceId }: FeedLot,
  options: Pick<Request, "environment" | "signal">,
): Promise<string[]> {
  const found = feeds.find(({ file }) => feedNameOf(file) === feed);
  const { extraImages } = (found?.content ?? {}) as Partial<FeedMapping>;
  return extraImages
    ? fetchImages({ feed, sourceId, extraImages, ...options })
    : [];
}

async function fetchImages(request: Request): Promise<string[]> {
  const { extraImages } = request;
  const { url, headers, isPublicOnly, hide } = addressOf(request);
  const ms = (extraImages.seconds ?? defaultSeconds) * 1000;
  const timeout = AbortSignal.timeout(ms);
  const signal = AbortSignal.any([request.signal, timeout]);
  const limits = {
    answer: ms,
    silence: ms,
    whole: ms,
    bytes: mostBytes,
    redirects: 2,
    tries: 1,
    pause: 0,
  };
  try {
    const document = await openDocument({
      url,
      headers,
      limits,
      signal,
      isPublicOnly,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of document.bytes) chunks.push(chunk);
    return readReply(Buffer.concat(chunks).toString("utf8"), extraImages);
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof Refused && error.status === 404) return [];
    if (timeout.aborted) throw new FeedError("No extra photos arrived in time");
    if (!(error instanceof FeedError)) throw error;
    // The cause is left out because it may contain the key.
    throw new FeedError(hide(error.message));
  }
}

/** A path is called at the feed's own host; other hosts never get the feed's key. */
function addressOf({ feed, sourceId, extraImages, environment }: Request) {
  const { url: text, headers = {} } = extraImages;
  const settings = readFeedSettings(environment, feed);
  const variables = feedVariables(feed);
  const isOwnHost = text.startsWith("/");
  const key = isOwnHost ? settings.key : settings.imagesKey;
  const valueOf = (placeholder: string): string => {
    if (placeholder === "id") return sourceId;
    if (key !== undefined) return key;
    throw missingSetting(isOwnHost ? variables.key : variables.imagesKey);
  };
  if (isOwnHost && settings.url === undefined)
    throw missingSetting(variables.url);
  const path = fillIn(text, (part) => encodeURIComponent(valueOf(part)));
  const url = new URL(path, settings.url);
  return {
    url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [
        header,
        fillIn(value, valueOf),
      ]),
    ),
    isPublicOnly: !isOwnHost,
    hide: secretHider([key ?? "", url.password]),
  };
}

const missingSetting = (variable: string) =>
  new FeedError(`Extra photos need the setting ${variable}`);

/** Returns the addresses in a reply, without repeated ones. */
function readReply(
  reply: string,
  { images: path, split = "#" }: ExtraImages,
): string[] {
  const value = path === undefined ? reply : valueAt(parseJson(reply), path);
  if (value === undefined)
    throw new FeedError(`The reply about extra photos has no "${path}"`);
  const texts = [value]
    .flat(Number.POSITIVE_INFINITY)
    .flatMap((entry) => (plainText(entry) ?? "").split(split))
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const { photos } = readPhotoAddresses([...new Set(texts)], photoLimits);
  if (photos.length === 0 && texts.length > 0)
    throw new FeedError("The reply about extra photos has no usable address");
  return photos;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedError("The reply about extra photos is not JSON");
  }
}
