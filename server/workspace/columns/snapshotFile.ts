import { createHash, type Hash } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { newCodes, type StoredTable } from "./columnTable";
import { chunkRows, type Codes, type View } from "./view";

/** Identifies the contents of a snapshot. Another key makes it useless. */
export type SnapshotKey = {
  /** The file format, the columns and their SQL. */
  columns: string;
  /** The database, which a restored copy does not share. */
  database: string;
};

export type Snapshot = {
  key: SnapshotKey;
  /** Every change up to this number is included. */
  version: string;
  /** Milliseconds by the clock of the database. */
  savedAt: number;
  table: StoredTable;
};

/** The beginning of the file, as JSON after its length. */
type Header = Omit<Snapshot, "table"> &
  Pick<View, "count" | "epoch" | "ordered" | "live"> & {
    values: readonly (readonly unknown[])[];
    used: readonly (readonly number[])[];
    widths: readonly number[];
  };

const checksumBytes = 32;
const lengthBytes = 8;

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Writes a snapshot under a temporary name first, so that no half is ever read. */
export async function writeSnapshot(
  path: string,
  { table: { view, values }, ...about }: Snapshot,
): Promise<void> {
  const { count, epoch, ordered, live, used, columns } = view;
  const header: Header = {
    ...about,
    ...{ count, epoch, ordered, live, values },
    used: used.map((counts) => [...counts]),
    widths: columns.map(([first]) => first?.BYTES_PER_ELEMENT ?? 1),
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(lengthBytes);
  length.writeBigUInt64LE(BigInt(text.length));
  const unfinished = `${path}.part`;
  const file = await open(unfinished, "w", 0o600);
  try {
    const hash = createHash("sha256");
    const write = async (bytes: Uint8Array) => {
      hash.update(bytes);
      await file.write(bytes);
    };
    await write(length);
    await write(text);
    for (const parts of [view.ids, view.versions, view.ended, ...columns])
      // Rows can end while the file is written, so the bytes are copied at once.
      for (const [chunk, part] of parts.entries())
        await write(bytesOf(part.slice(0, rowsIn(count, chunk))));
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

const rowsIn = (count: number, chunk: number): number =>
  Math.min(chunkRows, count - chunk * chunkRows);

/**
 * Reads a snapshot. Returns null if the file is missing, if it was made for other
 * columns or another database, or if its checksum is wrong.
 */
export async function readSnapshot(
  path: string,
  key: SnapshotKey,
): Promise<Snapshot | null> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch {
    return null;
  }
  try {
    return await readFrom(file, key);
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
): Promise<Snapshot | null> {
  const hash = createHash("sha256");
  const { size } = await file.stat();
  const length = await readInto(file, hash, Buffer.alloc(lengthBytes));
  const textBytes = Number(Buffer.from(length).readBigUInt64LE());
  if (textBytes > size) return null;
  const text = await readInto(file, hash, Buffer.alloc(textBytes));
  const header = JSON.parse(Buffer.from(text).toString()) as Header;
  const { count, epoch, ordered, live, values, used, widths } = header;
  if (JSON.stringify(header.key) !== JSON.stringify(key)) return null;
  const chunks = Math.ceil(count / chunkRows);
  const readChunks = async <Part extends Codes | Float64Array>(
    create: () => Part,
  ) => {
    const parts: Part[] = [];
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const part = create();
      const rows = part.subarray(0, rowsIn(count, chunk));
      await readInto(file, hash, bytesOf(rows));
      parts.push(part);
    }
    return parts;
  };
  const newNumbers = () =>
    new Float64Array(new SharedArrayBuffer(chunkRows * 8));
  const ids = await readChunks(newNumbers);
  const versions = await readChunks(newNumbers);
  const ended = await readChunks(
    () => new Uint32Array(new SharedArrayBuffer(chunkRows * 4)),
  );
  const columns: Codes[][] = [];
  for (const width of widths)
    columns.push(
      await readChunks(() => newCodes(width === 1 || width === 2 ? width : 4)),
    );
  const digest = hash.digest();
  const stored = await readInto(file, null, Buffer.alloc(checksumBytes));
  if (!digest.equals(stored)) return null;
  // Rows that ended while the file was written were still there at its epoch.
  for (const part of ended)
    for (let row = 0; row < part.length; row += 1)
      if ((part[row] ?? 0) > epoch) part[row] = 0;
  const view: View = {
    ...{ count, epoch, ordered, live, ids, versions, ended, columns },
    hasEnded: live < count,
    used: used.map((counts) => Uint32Array.from(counts)),
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
