import { Refused } from "./askProvider";
import type { FeedAddress } from "./feedAddress";
import { EmptyFeed, FeedError } from "./feedError";
import type { FeedMapping } from "./feedMapping";
import { usualLimits } from "./fetchLimits";
import type { FetchLimits } from "./fetchLimits";
import { noteAt } from "./noteAt";
import { pageRows } from "./pageRows";
import type { Reading } from "./readRows";
import { rowText } from "./rowText";

export type FeedDownload = {
  address: FeedAddress;
  pages?: NonNullable<FeedMapping["download"]>["pages"];
  reading: Reading;
  signal: AbortSignal;
  limits?: FetchLimits;
  /** The part that has come, 0 to 1, or null. */
  onPortion?: (portion: number | null) => void;
};

const usualPages: NonNullable<FeedDownload["pages"]> = { size: 250 };

/**
 * The rows of a feed at an address, page by page: until a page has none, all
 * pages the provider told of have come, or it sends the same page again, as
 * one that knows no pages does. Throws FeedError when the feed cannot be had
 * or read; no message holds the key or the query of the address.
 */
export async function* downloadRows(download: FeedDownload): AsyncGenerator {
  const { address, limits = usualLimits } = download;
  const late = AbortSignal.timeout(limits.whole);
  const signal = AbortSignal.any([download.signal, late]);
  try {
    yield* pagesOf({ ...download, signal, limits });
  } catch (error) {
    if (late.aborted) throw new FeedError("The feed took too long to come");
    if (!(error instanceof FeedError)) throw error;
    // Without the cause, which may hold what is hidden.
    throw new FeedError(address.hide(error.message));
  }
}

type Run = FeedDownload & { limits: FetchLimits };

async function* pagesOf(run: Run): AsyncGenerator {
  const { address, pages = usualPages } = run;
  const { size, first = 1, total } = pages;
  const place = { page: first, offset: 0, size };
  let before: string | undefined;
  let rowsBefore = size;
  for (;;) {
    const notes = { total: NaN };
    const onNote = (name: string, value: unknown) => {
      const told = total && noteAt(total, name, value);
      if (told !== undefined && told !== "") notes.total = Number(told);
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

/** Some providers have nothing at all, or no such page, after the last one. */
const isPastEnd = (error: unknown, wasShort: boolean) =>
  error instanceof EmptyFeed ||
  (error instanceof Refused && error.status === 404 && wasShort);
