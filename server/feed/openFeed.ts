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
import { UsageError } from "./importArguments";
import type { ImportArguments } from "./importArguments";
import { readRows } from "./readRows";
import type { Reading } from "./readRows";

/** A feed that is being read. */
export type OpenFeed = {
  rows: AsyncIterable<unknown>;
  /** The part that is read, 0 to 1; null when its size is not known. */
  portion: () => number | null;
  close: () => void;
};

type Wanted = {
  wanted: ImportArguments;
  mapping: FeedMapping;
  area: FeedArea;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

/** An address of a file is meant as it stands, not as the feed's own. */
const isFile = (url: string) =>
  /\.(json|xml|csv|txt)$/i.test(new URL(url).pathname);

/**
 * Opens the feed that a command names: a file, `-` for standard input, an
 * address, or nothing for the address of the settings. Throws UsageError when
 * there is none.
 */
export async function openFeed(request: Wanted): Promise<OpenFeed> {
  const { wanted, mapping, environment } = request;
  const { format, encoding = mapping.encoding, source } = wanted;
  const reading: Reading = {
    shape: { ...mapping, format },
    encodings: { set: encoding },
  };
  const settings = readFeedSettings(environment, mapping.name);
  const url = source ?? settings.url;
  if (url === undefined)
    throw new UsageError(
      `FILE or URL is missing, and ${feedVariables(mapping.name).url} is not set`,
    );
  if (!isWebAddress(url)) return openFile(url, reading, environment);
  const isWhole = source !== undefined && isFile(source);
  const download = isWhole ? undefined : mapping.download;
  let portion: number | null = null;
  const rows = downloadRows({
    address: feedAddress({ ...request, url, key: settings.key, download }),
    pages: download?.pages,
    reading,
    signal: request.signal,
    onPortion: (now) => {
      portion = now;
    },
  });
  return { rows, portion: () => portion, close: () => undefined };
}

/** A path is meant from where npm was called. */
async function openFile(
  name: string,
  reading: Reading,
  environment: Wanted["environment"],
): Promise<OpenFeed> {
  if (name === "-") return openStream(process.stdin, reading);
  const from = environment.INIT_CWD || process.cwd();
  const file = path.resolve(from, name);
  const found = await stat(file).catch(() => null);
  if (!found) throw new UsageError(`There is no file ${file}`);
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
