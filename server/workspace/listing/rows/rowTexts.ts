import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { rowReplySchema } from "../../../../domain/listing/querySchema";
import { isComputed } from "../../../../domain/computed/rule";
import type { RowSchema } from "../../../../domain/resource";
import type { Database } from "../../../platform/database";
import { runWithDeadline } from "../../../platform/deadline";
import { fingerprint } from "../../../platform/fingerprint";
import { createQueues } from "../../../platform/queues";
import { rememberByPair } from "../../../platform/remember";
import type { SchemaRegistry } from "../../../platform/schemas/registry";
import type { CutListing } from "../query/listingCall";
import type { Found, IdList, ListingIndex } from "../query/listingIndex";
import { scopeKey } from "../query/narrowing";
import { storageOf, type RowSource } from "../source/rowSource";
import { createJoinedReads, type ReadRows } from "./joinReads";
import { readVersions, type ReadRow, type RowReader } from "./readRows";

/** The JSON of a row's stored fields. */
export type RowText = { id: string; json: string };

/** The approximate memory of a kept row beside its text. */
const overheadBytes = 200;

type Kept = { version: number; json: string };

/**
 * The JSON of rows that were read, by id and visible fields, each with the
 * change number of its row. Words of dictionaries never change, and nothing that
 * depends on the time or the viewer is in it.
 */
export type RowTexts = {
  /** Returns the JSON of exactly this version of a row, if it is kept. */
  find(key: string, version: number): string | undefined;
  /** Keeps a row and returns its bytes, about. */
  keep(key: string, row: Kept): number;
  /** Reads rows that are not kept, together with other readers. */
  read: ReturnType<typeof createJoinedReads<ReadRow>>;
  readAhead: ReturnType<typeof createReadAhead>;
};

/** Makes the cache, whose texts take at most about `mostBytes`. */
export function createRowTexts(mostBytes: number): RowTexts {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: sizeOf,
  });
  return {
    find: (key, version) => {
      const row = kept.get(key);
      return row?.version === version ? row.json : undefined;
    },
    keep: (key, row) => {
      if (kept.peek(key)?.version !== row.version)
        kept.set(key, { ...row, json: inOnePiece(row.json) });
      return sizeOf(row);
    },
    read: createJoinedReads(),
    readAhead: createReadAhead(mostBytes),
  };
}

/** A text that was put together refers to its parts, which take more memory. */
const inOnePiece = (text: string): string => Buffer.from(text).toString();

const sizeOf = ({ json }: Kept): number => json.length + overheadBytes;

/** How rows with certain fields are written, and a key of all that it follows from. */
type Writing = {
  key: string;
  stored: readonly string[];
  schema: ReturnType<typeof rowReplySchema>;
};

const writingOf = rememberByPair(
  (row: RowSchema, fields: readonly string[], source: RowSource): Writing => {
    const stored = fields.filter(
      (name) =>
        storageOf(source, name).kind !== "computed" &&
        !isComputed(row.properties[name] ?? {}),
    );
    const schema = rowReplySchema(row, stored);
    return { key: fingerprint([row.$id, schema]), stored, schema };
  },
  ({ table }) => table,
);

/** Reads the rows that an index found. */
type ReadTexts = (
  found: Pick<Found, "ids" | "versions" | "version" | "totalUnfiltered">,
) => Promise<RowText[]>;

/**
 * Returns a function that reads the rows of a page in order, each as the JSON of
 * its stored fields, written by the declarations that act now. Versions that the
 * index found are taken from the cache; the other rows are read as `readRows`
 * does. After the first such read, all rows of the list are read ahead if they fit.
 */
export function rowTextsOf(
  reader: RowReader & {
    database: Database;
    texts: RowTexts | null;
    index: ListingIndex;
  },
  schemas: Pick<SchemaRegistry, "serializer">,
  listing: CutListing,
): ReadTexts {
  const { database: own, index, texts, source } = reader;
  const { key, stored, schema } = writingOf(
    listing.row,
    listing.fields,
    source,
  );
  const write = schemas.serializer(schema);
  const sameKey = `${key} ${scopeKey(source, listing)}`;
  const keyOf = (id: string) => `${key}/${id}`;
  const readFrom = (
    database: Pick<Database, "kysely">,
    ids: readonly string[],
  ) =>
    readVersions({ ...reader, database }, { ...listing, ids, fields: stored });
  const keep = ({ id, version }: ReadRow, json: string) =>
    version === undefined
      ? 0
      : (texts?.keep(keyOf(id), { version, json }) ?? 0);
  const readAll = (bytes: number) => {
    const state = { filters: {}, search: null };
    texts?.readAhead({
      key: sameKey,
      bytes,
      find: () => index.all({ ...listing, source, state }, null),
      keep: async (ids) => {
        const rows = await readFrom({ kysely: own.background }, ids);
        return rows.reduce((sum, row) => sum + keep(row, write(row.row)), 0);
      },
    });
  };
  return async ({ ids, versions, version, totalUnfiltered }) => {
    const found = new Map<string, string>();
    ids.forEach((id, place) => {
      const number = versions?.[place];
      const json =
        number === undefined ? undefined : texts?.find(keyOf(id), number);
      if (json !== undefined) found.set(id, json);
    });
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) {
      const read: ReadRows<ReadRow> = (wanted, atLeast) =>
        index.read(atLeast, (database) => readFrom(database, wanted));
      const rows = await (texts
        ? texts.read({ key: sameKey, ids: missing, version, read })
        : read(missing, version));
      let bytes = 0;
      for (const row of rows) {
        const json = write(row.row);
        found.set(row.id, json);
        bytes += keep(row, json);
      }
      const ofRow = bytes / rows.length;
      if (versions && ofRow > 0) readAll(ofRow * totalUnfiltered);
    }
    return ids.flatMap((id) => {
      const json = found.get(id);
      return json === undefined ? [] : [{ id, json }];
    });
  };
}

/** Rows per statement. Serializing them blocks the event loop for about 3 ms. */
const rowsAtOnce = 100;
/** Pauses for each millisecond of work while the server is idle, and while it is busy. */
const pausesPerWork = { idle: 0.25, busy: 9 };
const shortestPauseMs = 2;
/** The share of the time in which a busy server runs. */
const busyShare = 0.2;
/** At most this many lists are remembered as read. Viewers with other fields or rows have others. */
const mostLists = 20;

type ReadAhead = {
  /** Equal keys must mean equal rows and fields. */
  key: string;
  /** The bytes of all rows, about. */
  bytes: number;
  /** Finds all rows of the list in their order. */
  find: () => Promise<IdList>;
  /** Reads rows, keeps them and returns their bytes. */
  keep: (ids: readonly string[]) => Promise<number>;
};

/**
 * Returns a function that reads the rows of a list ahead in the background, once
 * for each key, if all of them fit into `mostBytes`. Otherwise it does not even find
 * their ids. Lists are read one after
 * another: with most of the time while the server is idle, with a tenth of it
 * otherwise. After a failure the next page begins again.
 */
export function createReadAhead(mostBytes: number) {
  const begun = new Set<string>();
  const inQueue = createQueues();

  const run = async ({ find, keep }: ReadAhead) => {
    const ids = await find();
    let [rows, bytes] = [0, 0];
    let isBusy = true;
    for (const portion of ids.portions(rowsAtOnce)) {
      const startedAt = performance.now();
      bytes += await keep(portion);
      rows += portion.length;
      if ((bytes / rows) * ids.count > mostBytes) return;
      const worked = performance.now() - startedAt;
      const rest = worked * pausesPerWork[isBusy ? "busy" : "idle"];
      const before = performance.eventLoopUtilization();
      await pause(Math.max(shortestPauseMs, rest), undefined, { ref: false });
      const { utilization } = performance.eventLoopUtilization(before);
      isBusy = utilization > busyShare;
    }
  };

  return (asked: ReadAhead): void => {
    if (asked.bytes > mostBytes) return;
    if (begun.has(asked.key)) return;
    const [oldest] = begun;
    if (begun.size >= mostLists && oldest !== undefined) begun.delete(oldest);
    begun.add(asked.key);
    const work = () => runWithDeadline(null, () => run(asked));
    inQueue("lists", work).catch(() => begun.delete(asked.key));
  };
}
