import { createHash, type Hash } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { chunkRows } from "../store/chunk";
import type { StoredTable } from "../store/columnTable";
import { createPostings } from "../store/postings";
import {
  layoutOf,
  newBitmap,
  newNarrow,
  newNumbers,
  newWide,
  placeCodes,
  type Chunk,
  type Layout,
  type View,
} from "../store/view";

/** Identifies the contents of a snapshot. Another key makes it useless. */
export type SnapshotKey = {
  /** The file format, the columns and their SQL. */
  columns: string;
  /** The database, which a restored copy does not share. */
  database: string;
};

type Snapshot = {
  key: SnapshotKey;
  /** Every change up to this number is included. */
  version: string;
  /** Milliseconds by the clock of the database. */
  savedAt: number;
  table: StoredTable;
};

/** The beginning of the file. */
type Header = Omit<Snapshot, "table"> &
  Pick<View, "count" | "ordered" | "live"> & {
    /** The number of values of each column. They follow in portions, as JSON. */
    sizes: readonly number[];
    layout: Layout;
    /** Whether rows of each chunk have ended. */
    haveEnded: readonly boolean[];
  };

type Numbers = Uint16Array | Uint32Array | Float64Array;

const checksumBytes = 32;
/** Written bytes are flushed so often that an abort waits for few of them. */
const bytesToFlush = 32 * 2 ** 20;
const lengthBytes = 8;
/** At most this many values are written or read as JSON in one turn of the event loop. */
const portionValues = 5_000;

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * Writes a snapshot under a temporary name first, so that no half is ever read. Rejects
 * soon after `signal` is aborted, and leaves the former file.
 */
export async function writeSnapshot(
  path: string,
  { table: { view, values }, ...about }: Snapshot,
  signal?: AbortSignal,
): Promise<void> {
  const { count, ordered, live, used, chunks } = view;
  const header: Header = {
    ...about,
    ...{ count, ordered, live },
    sizes: values.map(({ length: size }) => size),
    layout: layoutOf(chunks[0], values.length),
    haveEnded: chunks.map((chunk) => chunk.live !== null),
  };
  const unfinished = `${path}.part`;
  const file = await open(unfinished, "w", 0o600);
  try {
    const hash = createHash("sha256");
    let unflushed = 0;
    const write = async (bytes: Uint8Array) => {
      signal?.throwIfAborted();
      hash.update(bytes);
      await file.write(bytes);
      unflushed += bytes.length;
      if (unflushed < bytesToFlush) return;
      await file.datasync();
      unflushed = 0;
    };
    const writeJson = async (value: unknown) => {
      const text = Buffer.from(JSON.stringify(value));
      const length = Buffer.alloc(lengthBytes);
      length.writeBigUInt64LE(BigInt(text.length));
      await write(length);
      await write(text);
    };
    await writeJson(header);
    for (const list of values)
      for (let from = 0; from < list.length; from += portionValues)
        await writeJson(list.slice(from, from + portionValues));
    for (const counts of used) await write(bytesOf(counts));
    for (const { body, size, live: bits } of chunks) {
      // Rows can be added while the file is written, and change numbers replaced.
      await write(bytesOf(body.ids.subarray(0, size)));
      await write(bytesOf(body.versions.slice(0, size)));
      await write(bytesOf(body.narrow.slice()));
      for (const { data } of body.columns)
        if (data !== body.narrow) await write(bytesOf(data.subarray(0, size)));
      if (bits) await write(bytesOf(bits));
    }
    await file.write(hash.digest());
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

/**
 * Reads a snapshot. Returns null if the file is missing, if it was made for other
 * columns or another database, if its checksum is wrong, or once `signal` is aborted.
 */
export async function readSnapshot(
  path: string,
  key: SnapshotKey,
  signal?: AbortSignal,
): Promise<Snapshot | null> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch {
    return null;
  }
  try {
    return await readFrom(file, key, signal);
  } catch {
    // A file of another length or with other bytes can fail at any place.
    return null;
  } finally {
    await file.close();
  }
}

async function readFrom(
  file: FileHandle,
  key: SnapshotKey,
  signal: AbortSignal | undefined,
): Promise<Snapshot | null> {
  const hash = createHash("sha256");
  const { size } = await file.stat();
  const readJson = async (): Promise<unknown> => {
    const length = await readInto(file, hash, Buffer.alloc(lengthBytes));
    const textBytes = Number(Buffer.from(length).readBigUInt64LE());
    if (textBytes > size) throw new Error("The snapshot is too short");
    const text = await readInto(file, hash, Buffer.alloc(textBytes));
    return JSON.parse(Buffer.from(text).toString());
  };
  const header = (await readJson()) as Header;
  const { count, ordered, live, sizes, layout, haveEnded } = header;
  if (JSON.stringify(header.key) !== JSON.stringify(key)) return null;
  const fill = async <Part extends Numbers>(part: Part, length: number) => {
    await readInto(file, hash, bytesOf(part.subarray(0, length)));
    return part;
  };
  const values: unknown[][] = [];
  for (const length of sizes) {
    const list: unknown[] = [];
    while (list.length < length) {
      signal?.throwIfAborted();
      list.push(...((await readJson()) as unknown[]));
    }
    values.push(list);
  }
  const used: Uint32Array[] = [];
  for (const length of sizes)
    used.push(await fill(new Uint32Array(length), length));
  const chunks: Chunk[] = [];
  for (const [index, hasEnded] of haveEnded.entries()) {
    signal?.throwIfAborted();
    const rows = Math.min(chunkRows, count - index * chunkRows);
    const ids = await fill(newNumbers(), rows);
    const versions = await fill(newNumbers(), rows);
    const narrow = await fill(newNarrow(layout.size), layout.size * chunkRows);
    const wide: (Uint32Array | null)[] = [];
    for (const place of layout.places)
      wide.push(place === null ? await fill(newWide(), rows) : null);
    const columns = placeCodes(layout, narrow, wide);
    const bits = newBitmap();
    if (hasEnded) await fill(bits, bits.length);
    const postings = columns.map((codes, column) =>
      createPostings(codes, rows, values[column]?.length ?? 0),
    );
    const body = { ids, versions, narrow, columns, postings };
    chunks.push({ body, size: rows, live: hasEnded ? bits : null });
    await nextTurn();
  }
  const digest = hash.digest();
  const stored = await readInto(file, null, Buffer.alloc(checksumBytes));
  if (!digest.equals(stored)) return null;
  const view: View = {
    ...{ count, ordered, live, chunks, used },
  };
  const { version, savedAt } = header;
  return { key, version, savedAt, table: { view, values } };
}

/** Fills the bytes from the file. Throws if the file is shorter. */
async function readInto(
  file: FileHandle,
  hash: Hash | null,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at);
    if (bytesRead === 0) throw new Error("The snapshot is too short");
    at += bytesRead;
  }
  hash?.update(bytes);
  return bytes;
}
