import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { FeedAddress, PagePlace } from "./feedAddress";
import { FeedBroken, FeedError } from "./feedError";
import type { FetchLimits } from "./fetchLimits";
import { openDocument } from "./openDocument";
import type { FeedDocument } from "./openDocument";
import { readRows } from "./readRows";
import type { Reading } from "./readRows";
import { rowText } from "./rowText";

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
 * The rows of one page. One that ends in the middle, without having said how
 * long it is, is read again, and its first rows passed over if they are the
 * same; else FeedError is thrown.
 */
export async function* pageRows(page: Page): AsyncGenerator {
  const { address, place, limits, signal } = page;
  const request = { ...address.at(place), limits, signal };
  const given = { rows: 0, hash: createHash("sha256") };
  for (let tries = 1; ; tries += 1) {
    const document = await openDocument(request);
    const again = { rows: 0, hash: createHash("sha256") };
    const known = { rows: given.rows, hash: given.hash.copy().digest("hex") };
    try {
      for await (const row of documentRows(document, page)) {
        again.rows += 1;
        again.hash.update(rowText(row));
        if (again.rows === known.rows)
          refuseOther(known.hash, again.hash.copy().digest("hex"));
        if (again.rows <= known.rows) continue;
        given.rows = again.rows;
        given.hash = again.hash;
        yield row;
      }
      return;
    } catch (error) {
      const isCut = error instanceof FeedBroken && document.hasDoubtfulEnd();
      if (!isCut || tries >= limits.tries) throw error;
      await pause(limits.pause * tries, undefined, { signal });
    }
  }
}

function refuseOther(one: string, other: string): void {
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
    encodings: { ...reading.encodings, told: charset },
    onNote,
  });
  for await (const row of rows) {
    onPortion(document.portion());
    yield row;
  }
}
