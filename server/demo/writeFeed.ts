import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AjesRow } from "./lotRow";

function* jsonArray(rows: Iterable<AjesRow>): Generator<string> {
  let separator = "";
  yield "[";
  for (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`;
    separator = ",";
  }
  yield "\n]\n";
}

/** Writes rows to a file as one JSON array, with backpressure. */
export async function writeFeed(
  path: string,
  rows: Iterable<AjesRow>,
): Promise<void> {
  await pipeline(Readable.from(jsonArray(rows)), createWriteStream(path));
}
