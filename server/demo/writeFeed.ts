import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AjesRow } from "./lotRow";

const rowsPerChunk = 200;

function* jsonArray(rows: Iterable<AjesRow>): Generator<string> {
  let chunk: string[] = [];
  let separator = "[\n";
  for (const row of rows) {
    chunk.push(JSON.stringify(row));
    if (chunk.length < rowsPerChunk) continue;
    yield separator + chunk.join(",\n");
    separator = ",\n";
    chunk = [];
  }
  if (chunk.length > 0) {
    yield separator + chunk.join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** Writes rows to a file as one JSON array, with backpressure. */
export async function writeFeed(
  path: string,
  rows: Iterable<AjesRow>,
): Promise<void> {
  await pipeline(Readable.from(jsonArray(rows)), createWriteStream(path));
}
