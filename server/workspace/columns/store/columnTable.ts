import {
  chunkBits,
  chunkMask,
  chunkRows,
  narrowCodes,
  setFirst,
} from "./chunk";
import { createDictionary, type Dictionary, type RawValue } from "./dictionary";
import { createPostings, postingsBytes, type Postings } from "./postings";
import {
  layoutOf,
  newBitmap,
  newNarrow,
  newNumbers,
  newWide,
  placeCodes,
  type Chunk,
  type View,
} from "./view";

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
  /**
   * Adds a row, or replaces the row with its id if a value differs. Returns whether a view
   * must be published to show it: the change number of a row shows at once.
   */
  put(row: TableRow): boolean;
  /** Ends the row with this id. Returns whether there is one. */
  remove(id: number): boolean;
  /** Publishes the changes since the last call together. */
  publish(): void;
  /** Bytes of all buffers and dictionaries. */
  bytes(): number;
  /** The number of rows that have ended or are not in the order of ids. */
  waste(): number;
};

/** A column has a place in the rows of narrow codes, or a buffer of its own. */
type Column = { dictionary: Dictionary; place: number | null };

/** A chunk that is written. */
type Growing = {
  ids: Float64Array;
  versions: Float64Array;
  narrow: Uint16Array;
  /** The codes of wide columns; null for narrow ones. */
  wide: (Uint32Array | null)[];
  postings: Postings[];
  size: number;
  live: Uint32Array | null;
  /** Whether the rows or the columns differ from the published chunk. */
  isBodyChanged: boolean;
  /** Whether `live` differs from the published bitmap, so that it is a copy. */
  isLiveChanged: boolean;
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
  const { size: narrowSize, places } = layoutOf(
    stored?.view.chunks[0],
    names.length,
  );
  const columns = names.map((_, index): Column => ({
    dictionary: createDictionary(
      stored?.values[index],
      stored?.view.used[index],
    ),
    place: places[index] ?? null,
  }));
  const chunks = (stored?.view.chunks ?? []).map(
    ({ body, size, live }): Growing => ({
      ids: body.ids,
      versions: body.versions,
      narrow: body.narrow,
      wide: body.columns.map(({ data }) =>
        data instanceof Uint32Array ? data : null,
      ),
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
  const codeAtRow = (column: number, row: number) => {
    const chunk = chunks[row >> chunkBits];
    const place = row & chunkMask;
    const wide = chunk?.wide[column];
    return (
      (wide
        ? wide[place]
        : chunk?.narrow[(columns[column]?.place ?? 0) * chunkRows + place]) ?? 0
    );
  };

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
      dictionary.count(codeAtRow(column, row), -1);
    });
    later.delete(idAt(row));
  };

  /** Former views keep the narrow codes; later rows are in the wide copy alone. */
  const widen = (column: Column, index: number) => {
    for (const [number, chunk] of chunks.entries()) {
      const wide = newWide();
      const first = number << chunkBits;
      for (let place = 0; place < chunk.size; place += 1)
        wide[place] = codeAtRow(index, first + place);
      chunk.wide[index] = wide;
      chunk.isBodyChanged = true;
    }
    column.place = null;
  };

  const codesOf = ({ narrow, wide }: Growing) =>
    placeCodes(
      { size: narrowSize, places: columns.map(({ place }) => place) },
      narrow,
      wide,
    );

  const addPostings = (chunk: Growing) => {
    const codes = codesOf(chunk);
    chunk.postings = codes.map((ofColumn, column) =>
      createPostings(
        ofColumn,
        chunk.size,
        columns[column]?.dictionary.values.length ?? 0,
      ),
    );
  };

  const chunkToGrow = (): Growing => {
    const last = chunks.at(-1);
    if (last && last.size < chunkRows) return last;
    const added: Growing = {
      ids: newNumbers(),
      versions: newNumbers(),
      narrow: newNarrow(narrowSize),
      wide: columns.map(({ place }) => (place === null ? newWide() : null)),
      postings: [],
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
      if (code >= narrowCodes && column.place !== null) widen(column, index);
      const wide = chunk.wide[index];
      if (wide) wide[place] = code;
      else chunk.narrow[(column.place ?? 0) * chunkRows + place] = code;
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
    const { ids, versions, narrow, postings, size, live } = chunk;
    const body =
      before && !chunk.isBodyChanged
        ? before.body
        : { ids, versions, narrow, postings, columns: codesOf(chunk) };
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
        return true;
      }
      if (codes.every((code, column) => codeAtRow(column, present) === code)) {
        const chunk = chunks[present >> chunkBits];
        if (chunk) chunk.versions[present & chunkMask] = row.version;
        return false;
      }
      end(present);
      append(row, codes);
      return true;
    },
    remove: (id) => {
      const present = findRow(id);
      if (present !== undefined) end(present);
      return present !== undefined;
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

function chunkBytes(chunk: Growing): number {
  const { ids, versions, narrow, wide, postings, live } = chunk;
  const arrays = [ids, versions, narrow, ...wide, live];
  return (
    arrays.reduce((sum, array) => sum + (array?.byteLength ?? 0), 0) +
    postings.reduce((sum, made) => sum + postingsBytes(made), 0)
  );
}
