import { bitmapWords, setFirst } from "./bitmap";
import { createDictionary, type Dictionary, type RawValue } from "./dictionary";
import { createPostings, postingsBytes, type Postings } from "./postings";
import { chunkBits, chunkMask, chunkRows, type Codes } from "./chunk";
import type { Chunk, View } from "./view";

/** A row to store: its id, its change number, and a value for each column. */
export type TableRow = {
  id: number;
  version: number;
  values: readonly RawValue[];
};

/** The rows of one area in columns of codes, with a dictionary for each column. */
export type ColumnTable = {
  readonly columns: readonly string[];
  dictionary(column: number): Dictionary;
  /** Returns the published rows. */
  view(): View;
  /** Adds a row, or replaces the row with its id if a value differs. */
  put(row: TableRow): void;
  /** Ends the row with this id, if there is one. */
  remove(id: number): void;
  /** Publishes the changes since the last call together. */
  publish(): void;
  /** Bytes of all buffers and dictionaries. */
  bytes(): number;
  /** The number of rows that have ended or are not in the order of ids. */
  waste(): number;
};

type Column = { dictionary: Dictionary; width: 1 | 2 | 4 };

/** A chunk that is written. */
type Growing = {
  ids: Float64Array;
  versions: Float64Array;
  columns: Codes[];
  postings: (Postings | null)[];
  size: number;
  live: Uint32Array | null;
  /** Whether the rows or the columns differ from the published chunk. */
  isBodyChanged: boolean;
  /** Whether `live` differs from the published bitmap, so that it is a copy. */
  isLiveChanged: boolean;
};

const widthOf = (codes: Codes): Column["width"] => {
  if (codes instanceof Uint8Array) return 1;
  return codes instanceof Uint16Array ? 2 : 4;
};

const shared = (bytes: number) => new SharedArrayBuffer(bytes);

export const newNumbers = () => new Float64Array(shared(chunkRows * 8));
export const newBitmap = () => new Uint32Array(shared(bitmapWords * 4));
export const newCodes = (width: Column["width"]): Codes => {
  const buffer = shared(chunkRows * width);
  if (width === 1) return new Uint8Array(buffer);
  return width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
};

/** The rows of a view, and the values of each column by code. */
export type StoredTable = {
  view: View;
  values: readonly (readonly RawValue[])[];
};

/** Returns a table with these columns and the stored rows, by default none. */
export function createColumnTable(
  names: readonly string[],
  stored?: StoredTable,
): ColumnTable {
  const columns = names.map((_, index): Column => {
    const first = stored?.view.chunks[0]?.body.columns[index];
    const dictionary = createDictionary(
      stored?.values[index],
      stored?.view.used[index],
    );
    return { dictionary, width: first ? widthOf(first) : 1 };
  });
  const chunks = (stored?.view.chunks ?? []).map(
    ({ body, size, live }): Growing => ({
      ids: body.ids,
      versions: body.versions,
      columns: [...body.columns],
      postings: [...body.postings],
      size,
      live,
      isBodyChanged: false,
      isLiveChanged: false,
    }),
  );
  /** The rows after the first `ordered`, by id. */
  const later = new Map<number, number>();
  let count = stored?.view.count ?? 0;
  let ordered = stored?.view.ordered ?? 0;
  let liveCount = stored?.view.live ?? 0;
  let published: readonly Chunk[] = stored?.view.chunks ?? [];

  const currentView = (): View => ({
    count,
    ordered,
    chunks: published,
    live: liveCount,
    used: columns.map(({ dictionary }) => dictionary.used()),
  });
  let view = currentView();

  const idAt = (row: number) =>
    chunks[row >> chunkBits]?.ids[row & chunkMask] ?? 0;
  const isLive = (row: number) => {
    const live = chunks[row >> chunkBits]?.live;
    const word = live?.[(row & chunkMask) >>> 5] ?? 0xffffffff;
    return ((word >>> (row & 31)) & 1) === 1;
  };
  const codeAt = (column: number, row: number) =>
    chunks[row >> chunkBits]?.columns[column]?.[row & chunkMask] ?? 0;

  for (let row = ordered; row < count; row += 1)
    if (isLive(row)) later.set(idAt(row), row);

  const findRow = (id: number): number | undefined => {
    const known = later.get(id);
    if (known !== undefined) return known;
    let [low, high] = [0, ordered - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = idAt(middle);
      if (found === id) return isLive(middle) ? middle : undefined;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };

  /** Returns the bitmap of a chunk for writing. A view keeps the former one. */
  const ownLive = (chunk: Growing): Uint32Array => {
    if (chunk.live && chunk.isLiveChanged) return chunk.live;
    const bits = newBitmap();
    if (chunk.live) bits.set(chunk.live);
    else setFirst(bits, chunk.size);
    chunk.live = bits;
    chunk.isLiveChanged = true;
    return bits;
  };

  const end = (row: number) => {
    const chunk = chunks[row >> chunkBits];
    if (!chunk) return;
    const [live, place] = [ownLive(chunk), row & chunkMask];
    const word = place >>> 5;
    live[word] = (live[word] ?? 0) & ~(1 << (place & 31));
    liveCount -= 1;
    columns.forEach(({ dictionary }, column) => {
      dictionary.count(codeAt(column, row), -1);
    });
    later.delete(idAt(row));
  };

  /** A view keeps the narrow buffers; later rows are in the wide copies alone. */
  const widen = (column: Column, index: number) => {
    column.width = column.width === 1 ? 2 : 4;
    for (const chunk of chunks) {
      const wide = newCodes(column.width);
      wide.set(chunk.columns[index] ?? []);
      chunk.columns[index] = wide;
      chunk.isBodyChanged = true;
    }
  };

  const addPostings = (chunk: Growing) => {
    chunk.postings = columns.map(({ dictionary }, column) => {
      const codes = chunk.columns[column];
      const size = dictionary.values.length;
      return codes ? createPostings(codes, chunk.size, size) : null;
    });
  };

  const chunkToGrow = (): Growing => {
    const last = chunks.at(-1);
    if (last && last.size < chunkRows) return last;
    const added: Growing = {
      ids: newNumbers(),
      versions: newNumbers(),
      columns: columns.map(({ width }) => newCodes(width)),
      postings: columns.map(() => null),
      size: 0,
      live: null,
      isBodyChanged: true,
      isLiveChanged: false,
    };
    chunks.push(added);
    return added;
  };

  const append = (
    { id, version }: TableRow,
    codes: readonly number[],
  ): void => {
    const chunk = chunkToGrow();
    const place = chunk.size;
    columns.forEach((column, index) => {
      const code = codes[index] ?? 0;
      while (code >= 2 ** (8 * column.width)) widen(column, index);
      const ofColumn = chunk.columns[index];
      if (ofColumn) ofColumn[place] = code;
      column.dictionary.count(code, 1);
    });
    chunk.ids[place] = id;
    chunk.versions[place] = version;
    if (chunk.live) {
      const live = ownLive(chunk);
      live[place >>> 5] = (live[place >>> 5] ?? 0) | (1 << (place & 31));
    }
    chunk.size += 1;
    chunk.isBodyChanged = true;
    if (chunk.size === chunkRows) addPostings(chunk);
    if (count === ordered && (count === 0 || idAt(count - 1) < id))
      ordered += 1;
    else later.set(id, count);
    count += 1;
    liveCount += 1;
  };

  const publishChunk = (chunk: Growing, index: number): Chunk => {
    const before = published[index];
    if (before && !chunk.isBodyChanged && !chunk.isLiveChanged) return before;
    if (chunk.isBodyChanged && chunk.size < chunkRows) addPostings(chunk);
    const { ids, versions, postings, size, live } = chunk;
    const body =
      before && !chunk.isBodyChanged
        ? before.body
        : { ids, versions, postings, columns: [...chunk.columns] };
    chunk.isBodyChanged = false;
    chunk.isLiveChanged = false;
    return { body, size, live };
  };

  return {
    columns: names,
    dictionary: (column) => {
      const found = columns[column];
      if (!found) throw new Error(`No column ${String(column)}`);
      return found.dictionary;
    },
    view: () => view,
    put: (row) => {
      const codes = columns.map(({ dictionary }, index) =>
        dictionary.encode(row.values[index]),
      );
      const present = findRow(row.id);
      if (present === undefined) {
        append(row, codes);
        return;
      }
      if (codes.every((code, column) => codeAt(column, present) === code)) {
        const chunk = chunks[present >> chunkBits];
        if (chunk) chunk.versions[present & chunkMask] = row.version;
        return;
      }
      end(present);
      append(row, codes);
    },
    remove: (id) => {
      const present = findRow(id);
      if (present !== undefined) end(present);
    },
    publish: () => {
      published = chunks.map(publishChunk);
      view = currentView();
    },
    bytes: () =>
      chunks.reduce((sum, chunk) => sum + chunkBytes(chunk), 0) +
      columns.reduce((sum, { dictionary }) => sum + dictionary.bytes(), 0),
    waste: () => count - ordered + (count - liveCount),
  };
}

function chunkBytes({ ids, versions, columns, postings, live }: Growing) {
  const arrays = [ids, versions, ...columns, ...(live ? [live] : [])];
  return (
    arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) +
    postings.reduce((sum, made) => sum + (made ? postingsBytes(made) : 0), 0)
  );
}
