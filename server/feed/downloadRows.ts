import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { defaultLimits, type FetchLimits, Refused } from "./askProvider";
import { rowText } from "./entry";
import type { FeedAddress, PagePlace } from "./feedAddress";
import { EmptyFeed, FeedBroken, FeedError } from "./feedError";
import type { FeedMapping } from "./feedMapping";
import { type FeedDocument, openDocument } from "./openDocument";
import { type Reading, readRows } from "./readRows";

export type FeedDownload = {
  address: FeedAddress;
  pages?: NonNullable<FeedMapping["download"]>["pages"];
  reading: Reading;
  signal: AbortSignal;
  limits?: FetchLimits;
  /** Gets the downloaded part, 0 to 1; null while the size is unknown. */
  onPortion?: (portion: number | null) => void;
};

const defaultPages: NonNullable<FeedDownload["pages"]> = { size: 250 };

/**
 * Downloads a feed page by page and yields its rows. It ends with an empty
 * page, with the last page according to the provider's total, or when the
 * provider sends the same page again because it ignores the page number. Throws
 * FeedError when the feed cannot be fetched or read; its message contains
 * neither the key nor the query of the address.
 */
export async function* downloadRows(download: FeedDownload): AsyncGenerator {
  const { address, limits = defaultLimits } = download;
  const timeout = AbortSignal.timeout(limits.whole);
  const signal = AbortSignal.any([download.signal, timeout]);
  try {
    yield* pagesOf({ ...download, signal, limits });
  } catch (error) {
    if (timeout.aborted)
      throw new FeedError("The download of the feed took too long");
    if (!(error instanceof FeedError)) throw error;
    // The cause is left out because it may contain the key.
    throw new FeedError(address.hide(error.message));
  }
}

type Run = FeedDownload & { limits: FetchLimits };

async function* pagesOf(run: Run): AsyncGenerator {
  const { address, pages = defaultPages } = run;
  const { size, first = 1, total } = pages;
  const place = { page: first, offset: 0, size };
  let before: string | undefined;
  let rowsBefore = size;
  for (;;) {
    const notes = { total: NaN };
    const onNote = (name: string, value: unknown) => {
      const text = total && noteAt(total, name, value);
      if (text !== undefined && text !== "") notes.total = Number(text);
    };
    let rows = 0;
    const isFirst = place.page === first;
    const done = place.page - first;
    const page = pageRows({
      ...run,
      place,
      onNote,
      onPortion: (portion) =>
        run.onPortion?.(
          address.isPaged ? ratio(done + (portion ?? 0), notes.total) : portion,
        ),
    });
    try {
      for await (const row of page) {
        if (rows === 0) {
          const start = rowText(row);
          if (start === before) return;
          before = start;
        }
        rows += 1;
        yield row;
      }
    } catch (error) {
      if (!isFirst && isPastEnd(error, rowsBefore < size)) return;
      throw error;
    }
    if (rows === 0 || !address.isPaged || done + 1 >= notes.total) return;
    rowsBefore = rows;
    place.page += 1;
    place.offset += rows;
  }
}

const ratio = (done: number, total: number) =>
  total > 0 ? Math.min(done / total, 1) : null;

/** Some providers answer 404 or an empty document after the last page. */
const isPastEnd = (error: unknown, wasShort: boolean) =>
  error instanceof EmptyFeed ||
  (error instanceof Refused && error.status === 404 && wasShort);

/**
 * Returns the text at a path such as `info.pages` in a note of this name;
 * undefined when there is no text or number.
 */
function noteAt(
  path: string,
  name: string,
  value: unknown,
): string | undefined {
  const [first, ...steps] = path.split(".");
  if (first?.toLowerCase() !== name.toLowerCase()) return undefined;
  const found = steps.reduce<unknown>(
    (inside, step) =>
      typeof inside === "object" && inside !== null
        ? new Map<string, unknown>(Object.entries(inside)).get(step)
        : undefined,
    value,
  );
  return typeof found === "string" || typeof found === "number"
    ? String(found).trim()
    : undefined;
}

type Page = {
  address: FeedAddress;
  place: PagePlace;
  reading: Reading;
  limits: FetchLimits;
  signal: AbortSignal;
  onNote: (name: string, value: unknown) => void;
  onPortion: (portion: number | null) => void;
};

/**
 * Yields the rows of one page. If a page of unknown length breaks off, it is
 * downloaded again and the rows that were already yielded are skipped. Throws
 * FeedError when those rows changed.
 */
async function* pageRows(page: Page): AsyncGenerator {
  const { address, place, limits, signal } = page;
  const request = { ...address.at(place), limits, signal };
  const yielded = { rows: 0, hash: createHash("sha256") };
  for (let tries = 1; ; tries += 1) {
    const document = await openDocument(request);
    const again = { rows: 0, hash: createHash("sha256") };
    const before = {
      rows: yielded.rows,
      hash: yielded.hash.copy().digest("hex"),
    };
    try {
      for await (const row of documentRows(document, page)) {
        again.rows += 1;
        again.hash.update(rowText(row));
        if (again.rows === before.rows)
          assertSame(before.hash, again.hash.copy().digest("hex"));
        if (again.rows <= before.rows) continue;
        yielded.rows = again.rows;
        yielded.hash = again.hash;
        yield row;
      }
      return;
    } catch (error) {
      const mayBeCut = error instanceof FeedBroken && document.hasDoubtfulEnd();
      if (!mayBeCut || tries >= limits.tries) throw error;
      await pause(limits.pause * tries, undefined, { signal });
    }
  }
}

function assertSame(one: string, other: string): void {
  if (one !== other)
    throw new FeedError(
      "The feed changed while it was fetched; import it again",
    );
}

async function* documentRows(
  document: FeedDocument,
  { reading, onNote, onPortion }: Page,
): AsyncGenerator {
  const { contentType, charset } = document;
  const rows = readRows(document.bytes, {
    ...reading,
    shape: { ...reading.shape, contentType },
    encodings: { ...reading.encodings, contentType: charset },
    onNote,
  });
  for await (const row of rows) {
    onPortion(document.portion());
    yield row;
  }
}
