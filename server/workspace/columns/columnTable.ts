import { createDictionary, type Dictionary, type RawValue } from "./dictionary";
import { chunkBits, chunkMask, chunkRows, type Codes, type View } from "./view";

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

type Column = { dictionary: Dictionary; width: 1 | 2 | 4; chunks: Codes[] };

const widthOf = (codes: Codes): Column["width"] => {
  if (codes instanceof Uint8Array) return 1;
  return codes instanceof Uint16Array ? 2 : 4;
};

const shared = (bytes: number) => new SharedArrayBuffer(bytes);

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
    const chunks = [...(stored?.view.columns[index] ?? [])];
    const [first] = chunks;
    return {
      dictionary: createDictionary(stored?.values[index], [
        ...(stored?.view.used[index] ?? [0]),
      ]),
      width: first ? widthOf(first) : 1,
      chunks,
    };
  });
  const ids = [...(stored?.view.ids ?? [])];
  const versions = [...(stored?.view.versions ?? [])];
  const ended = [...(stored?.view.ended ?? [])];
  /** The rows after the first `ordered`, by id. */
  const later = new Map<number, number>();
  let count = stored?.view.count ?? 0;
  let ordered = stored?.view.ordered ?? 0;
  let endedCount = count - (stored?.view.live ?? 0);
  let epoch = stored?.view.epoch ?? 0;
  const currentView = (): View => ({
    count,
    epoch,
    ordered,
    hasEnded: endedCount > 0,
    ids: [...ids],
    versions: [...versions],
    ended: [...ended],
    columns: columns.map(({ chunks }) => [...chunks]),
    live: count - endedCount,
    used: columns.map(({ dictionary }) => Uint32Array.from(dictionary.used)),
  });

  let view = currentView();

  const idAt = (row: number) => ids[row >> chunkBits]?.[row & chunkMask] ?? 0;
  const isLive = (row: number) =>
    (ended[row >> chunkBits]?.[row & chunkMask] ?? 0) === 0;
  const codeAt = ({ chunks }: Column, row: number) =>
    chunks[row >> chunkBits]?.[row & chunkMask] ?? 0;

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

  const end = (row: number) => {
    const chunk = ended[row >> chunkBits];
    if (chunk) chunk[row & chunkMask] = epoch + 1;
    endedCount += 1;
    for (const column of columns)
      column.dictionary.count(codeAt(column, row), -1);
  };

  /** A view keeps the narrow buffers; later rows are in the wide copies alone. */
  const widen = (column: Column) => {
    const width = column.width === 1 ? 2 : 4;
    column.width = width;
    column.chunks = column.chunks.map((chunk) => {
      const wide = newCodes(width);
      wide.set(chunk);
      return wide;
    });
  };

  const setVersion = (row: number, version: number) => {
    const chunk = versions[row >> chunkBits];
    if (chunk) chunk[row & chunkMask] = version;
  };

  const append = (id: number, codes: readonly number[]) => {
    const [chunk, place] = [count >> chunkBits, count & chunkMask];
    if (place === 0) {
      ids.push(new Float64Array(shared(chunkRows * 8)));
      versions.push(new Float64Array(shared(chunkRows * 8)));
      ended.push(new Uint32Array(shared(chunkRows * 4)));
      for (const column of columns) column.chunks.push(newCodes(column.width));
    }
    columns.forEach((column, index) => {
      const code = codes[index] ?? 0;
      while (code >= 2 ** (8 * column.width)) widen(column);
      const chunkCodes = column.chunks[chunk];
      if (chunkCodes) chunkCodes[place] = code;
      column.dictionary.count(code, 1);
    });
    const chunkIds = ids[chunk];
    if (chunkIds) chunkIds[place] = id;
    if (count === ordered && (count === 0 || idAt(count - 1) < id))
      ordered += 1;
    else later.set(id, count);
    count += 1;
  };

  return {
    columns: names,
    dictionary: (column) => {
      const found = columns[column];
      if (!found) throw new Error(`No column ${String(column)}`);
      return found.dictionary;
    },
    view: () => view,
    put: ({ id, version, values }) => {
      const codes = columns.map(({ dictionary }, index) =>
        dictionary.encode(values[index]),
      );
      const present = findRow(id);
      if (present !== undefined) {
        if (
          columns.every((column, i) => codeAt(column, present) === codes[i])
        ) {
          setVersion(present, version);
          return;
        }
        end(present);
        later.delete(id);
      }
      append(id, codes);
      setVersion(count - 1, version);
    },
    remove: (id) => {
      const present = findRow(id);
      if (present === undefined) return;
      end(present);
      later.delete(id);
    },
    publish: () => {
      epoch += 1;
      view = currentView();
    },
    bytes: () => {
      const perRow = columns.reduce((sum, { width }) => sum + width, 20);
      const words = columns.reduce(
        (sum, { dictionary }) => sum + dictionary.bytes(),
        0,
      );
      return ids.length * chunkRows * perRow + words;
    },
    waste: () => count - ordered + endedCount,
  };
}
