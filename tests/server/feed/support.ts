import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findRoot } from "../../../server/platform/root";
import { readConfig } from "../../../server/platform/config";
import type { Database } from "../../../server/platform/database";
import { createLog } from "../../../server/platform/log";
import { lotPorts } from "../../../server/bidding";
import type { ImportContext } from "../../../server/feed/importRows";
import { declare } from "../../support/declared";

export const root = findRoot();

export const projectSchemas = () =>
  declare({ root, log: createLog("silent") }).declarations.current().schemas;

export const newFolder = () => mkdtemp(path.join(tmpdir(), "seriba-feed-"));

const now = new Date("2026-11-20T02:03:04Z");

/** Returns the context of an import with its own data folder. */
export async function importContext(
  database: Database,
): Promise<ImportContext> {
  return {
    config: readConfig({ DATA_DIRECTORY: await newFolder() }),
    root,
    database,
    clock: { now: () => now },
    schemas: projectSchemas(),
    ports: lotPorts,
  };
}

/** Returns a row of the AJES feed. */
export const ajesRow = (changes: Record<string, unknown> = {}) => ({
  ID: "k1",
  LOT: "00123",
  AUCTION_DATE: "2026-11-21 10:20:00",
  AUCTION: "USS Tokyo",
  MARKA_NAME: "TOYOTA",
  MODEL_NAME: "PRIUS",
  YEAR: "2018",
  TOWN: "Chiba",
  ENG_V: "1,800",
  PW: "98",
  KUZOV: "ZVW50",
  GRADE: "S",
  COLOR: "PEARL",
  KPP: "CVT",
  KPP_TYPE: "2",
  PRIV: "FF",
  MILEAGE: "61,000",
  EQUIP: "AC PS",
  RATE: "4.5",
  START: "350,000",
  FINISH: "0",
  STATUS: "",
  TIME: "H",
  AVG_PRICE: "905,000",
  AVG_STRING: "900000,910000",
  LHDRIVE: "0",
  IMAGES: "https://pictures.example/1.jpg&h=50#https://pictures.example/2.jpg",
  SERIAL: "ZVW50-0001",
  INFO: "One owner",
  ...changes,
});

/** Yields a text in chunks of bytes, like a file stream. */
export async function* bytesOf(
  text: string,
  chunkSize = 64 * 1024,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunkSize)
    yield bytes.subarray(start, start + chunkSize);
}

export const feedOf = (...rows: unknown[]) => bytesOf(JSON.stringify(rows));
