import { rowReplySchema } from "../../../domain/listing/querySchema";
import type { RowSchema } from "../../../domain/resource";
import { fingerprint } from "../../platform/fingerprint";
import { rememberByPair } from "../../platform/remember";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import type { CutListing } from "./listingCall";
import type { Found, ListingIndex } from "./listingIndex";
import { scopeKey } from "./narrowing";
import { createJoinedReads, type ReadRows } from "./joinReads";
import { readVersions, type ReadRow, type RowReader } from "./readRows";
import { storageOf, type RowSource } from "./rowSource";

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
  keep(key: string, row: Kept): void;
  /** Reads rows that are not kept, together with other readers. */
  read: ReturnType<typeof createJoinedReads<ReadRow>>;
};

/**
 * Makes the cache. Its texts take at most about `mostBytes`: when the newer half
 * is full, rows that were not read since it was empty are forgotten.
 */
export function createRowTexts(mostBytes: number): RowTexts {
  let newer = new Map<string, Kept>();
  let older = new Map<string, Kept>();
  let bytes = 0;
  const keep = (key: string, row: Kept) => {
    const size = row.json.length + overheadBytes;
    if (size > mostBytes / 2) return;
    if (bytes + size > mostBytes / 2) {
      older = newer;
      newer = new Map();
      bytes = 0;
    }
    newer.set(key, row);
    bytes += size;
  };
  return {
    find: (key, version) => {
      const recent = newer.get(key);
      if (recent) return recent.version === version ? recent.json : undefined;
      const row = older.get(key);
      if (row?.version !== version) return undefined;
      keep(key, row);
      return row.json;
    },
    keep,
    read: createJoinedReads(),
  };
}

/** How rows with certain fields are written, and a key of all that it follows from. */
type Writing = {
  key: string;
  stored: readonly string[];
  schema: ReturnType<typeof rowReplySchema>;
};

const writingOf = rememberByPair(
  (row: RowSchema, fields: readonly string[], source: RowSource): Writing => {
    const stored = fields.filter(
      (name) => storageOf(source, name).kind !== "computed",
    );
    const schema = rowReplySchema(row, stored);
    return { key: fingerprint([row.$id, schema]), stored, schema };
  },
  ({ table }) => table,
);

/** Reads the rows that an index found. */
type ReadTexts = (
  found: Pick<Found, "ids" | "versions" | "version">,
) => Promise<RowText[]>;

/**
 * Returns a function that reads the rows of a page in order, each as the JSON of
 * its stored fields, written by the declarations that act now. Versions that the
 * index found are taken from the cache; the other rows are read as `readRows`
 * does.
 */
export function rowTextsOf(
  reader: RowReader & { texts: RowTexts | null; index: ListingIndex },
  schemas: Pick<SchemaRegistry, "serializer">,
  listing: CutListing,
): ReadTexts {
  const { index, texts, source } = reader;
  const { key, stored, schema } = writingOf(
    listing.row,
    listing.fields,
    source,
  );
  const write = schemas.serializer(schema);
  const keyOf = (id: string) => `${key}/${id}`;
  return async ({ ids, versions = [], version }) => {
    const found = new Map<string, string>();
    ids.forEach((id, place) => {
      const own = versions[place];
      const json = own === undefined ? undefined : texts?.find(keyOf(id), own);
      if (json !== undefined) found.set(id, json);
    });
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) {
      const read: ReadRows<ReadRow> = (wanted, atLeast) =>
        index.read(atLeast, (database) => {
          const listed = { ...listing, ids: wanted, fields: stored };
          return readVersions({ ...reader, database }, listed);
        });
      const isSame = `${key} ${scopeKey(source, listing)}`;
      const rows = await (texts
        ? texts.read({ key: isSame, ids: missing, version, read })
        : read(missing, version));
      for (const { id, version: own, row } of rows) {
        const json = write(row);
        found.set(id, json);
        if (own !== undefined) texts?.keep(keyOf(id), { version: own, json });
      }
    }
    return ids.flatMap((id) => {
      const json = found.get(id);
      return json === undefined ? [] : [{ id, json }];
    });
  };
}
