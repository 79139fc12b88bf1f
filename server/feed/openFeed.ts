import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import {
  feedVariables,
  isWebAddress,
  readFeedSettings,
} from "../platform/feedSettings";
import { downloadRows } from "./downloadRows";
import { feedAddress } from "./feedAddress";
import type { FeedArea, FeedMapping } from "./feedMapping";
import { UsageError, type ImportArguments } from "./importArguments";
import { readRows, type Reading } from "./readRows";

/** An open feed. */
export type OpenFeed = {
  rows: AsyncIterable<unknown>;
  /** Returns the part that was read, 0 to 1; null for an unknown size. */
  portion: () => number | null;
  /** Closes the file or aborts the download. */
  close: () => void;
};

type FeedRequest = {
  options: ImportArguments;
  mapping: FeedMapping;
  area: FeedArea;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

/** The address of a file is requested without the mapping's download options. */
const isFile = (url: string) =>
  /\.(json|xml|csv|txt)$/i.test(new URL(url).pathname);

/**
 * Opens the feed that a command names: a file, `-` for standard input, or an
 * address, by default the address of the settings. Throws UsageError when the
 * file does not exist and when no source is named.
 */
export async function openFeed(request: FeedRequest): Promise<OpenFeed> {
  const { options, mapping, environment } = request;
  const { format, encoding = mapping.encoding, source } = options;
  const reading: Reading = {
    shape: { ...mapping, format },
    encodings: { set: encoding },
  };
  const settings = readFeedSettings(environment, mapping.name);
  const url = source ?? settings.url;
  if (url === undefined)
    throw new UsageError(
      `FILE or URL is missing and ${feedVariables(mapping.name).url} is not set`,
    );
  if (!isWebAddress(url)) return openFile(url, reading, environment);
  const download =
    source !== undefined && isFile(source) ? undefined : mapping.download;
  const closing = new AbortController();
  let portion: number | null = null;
  const rows = downloadRows({
    address: feedAddress({ ...request, url, key: settings.key, download }),
    pages: download?.pages,
    reading,
    signal: AbortSignal.any([request.signal, closing.signal]),
    onPortion: (downloaded) => {
      portion = downloaded;
    },
  });
  return { rows, portion: () => portion, close: () => closing.abort() };
}

/** Opens a file; paths are relative to the folder where npm was started. */
async function openFile(
  name: string,
  reading: Reading,
  environment: FeedRequest["environment"],
): Promise<OpenFeed> {
  if (name === "-") return openStream(process.stdin, reading);
  const from = environment.INIT_CWD || process.cwd();
  const file = path.resolve(from, name);
  const found = await stat(file).catch(() => null);
  if (!found) throw new UsageError(`File not found: ${file}`);
  if (found.isDirectory()) throw new UsageError(`${file} is a folder`);
  return openStream(createReadStream(file), reading, found.size);
}

function openStream(stream: Readable, reading: Reading, size = 0): OpenFeed {
  let read = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length;
      yield chunk;
    }
  }
  return {
    rows: readRows(counted(), reading),
    portion: () => (size > 0 ? read / size : null),
    close: () => stream.destroy(),
  };
}
