import { FeedError } from "../../../server/feed/feedError";
import { readRows, type Reading } from "../../../server/feed/readRows";

type Options = { chunkSize?: number; reading?: Reading };

/** Returns the rows and the message of the final error. */
export async function readAll(
  text: string | Buffer,
  { chunkSize = 1000, reading }: Options = {},
) {
  const rows: unknown[] = [];
  try {
    const bytes = chunksOf(Buffer.from(text), chunkSize);
    for await (const row of readRows(bytes, reading)) rows.push(row);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { rows, error: error.message };
  }
  return { rows, error: null };
}

async function* chunksOf(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

/** Returns the only column of the only row. */
export async function importedText(text: Buffer, options?: Options) {
  const { rows, error } = await readAll(text, options);
  return error ?? Object.values((rows[0] ?? {}) as Record<string, unknown>)[0];
}
