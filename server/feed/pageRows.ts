import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { FeedAddress, PagePlace } from "./feedAddress";
import { FeedBroken, FeedError } from "./feedError";
import type { FetchLimits } from "./askProvider";
import { openDocument, type FeedDocument } from "./openDocument";
import { readRows, type Reading } from "./readRows";
import { rowText } from "./entry";

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
export async function* pageRows(page: Page): AsyncGenerator {
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
