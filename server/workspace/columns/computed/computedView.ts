import { setImmediate as nextTurn } from "node:timers/promises";
import type { Formula } from "../../../../domain/computed/formula";
import { totalOf, type SumLine } from "../../../../domain/computed/sumLines";
import type { Formulas } from "../../computed/formulas";
import type { IndexQuery } from "../../listing/query/listingIndex";
import type { FieldStorage } from "../../listing/source/rowSource";
import {
  columnIndex,
  placedField,
  readerOf,
  scalarText,
  type WordOf,
} from "../query/conditions";
import { chunkRows, codeAt, type Codes } from "../store/chunk";
import type { ColumnTable } from "../store/columnTable";
import { createDictionary, type Dictionary } from "../store/dictionary";
import { newWide, type Chunk, type View } from "../store/view";

/** The columns of a table that scans read. */
export type ScannedTable = Pick<ColumnTable, "columns" | "dictionary">;

/** A table and its rows with the columns of computed fields, which take the next places. */
export type ComputedView = { table: ScannedTable; view: View };

/** Returns the query over the columns of a computed view. */
export function withComputedColumns(
  query: IndexQuery & { formulas: Formulas },
): IndexQuery {
  const { source, formulas } = query;
  const columns = [...formulas.byField.keys()].map(
    (name): [string, FieldStorage] => [name, { kind: "column", column: name }],
  );
  const fields = { ...source.fields, ...Object.fromEntries(columns) };
  return { ...query, source: { ...source, fields } };
}

type Context = {
  table: ColumnTable;
  query: IndexQuery;
  formulas: Formulas;
  word: (dictionary: string, id: number) => ReturnType<WordOf>;
};

/** The sums of the rows of one chunk, as far as they are computed. */
type Computed = { codes: Uint32Array; done: number };

/** A computed field with its sums by chunk, of which `ids` is the identity. */
type ComputedColumn = {
  name: string;
  dictionary: Dictionary;
  compute: (chunk: Chunk, from: number, codes: Uint32Array) => void;
  ofChunk: WeakMap<Float64Array, Computed>;
};

/** The table with computed columns for readers with the same formulas. */
export type ComputedTable = {
  /** Returns a view with the computed columns. Rows are computed once. */
  view(of: View): Promise<ComputedView>;
  /** Bytes of the columns, by estimate. */
  bytes(): number;
};

/**
 * Makes the computed columns of a table. Throws `NotLoaded` if the table lacks a field that
 * they are computed from.
 */
export function createComputedTable(context: Context): ComputedTable {
  const { table, formulas } = context;
  const columns = [...formulas.byField].map(
    ([name, formula]): ComputedColumn => {
      const dictionary = createDictionary();
      const compute = computeWith(context, formula, dictionary);
      return { name, dictionary, compute, ofChunk: new WeakMap() };
    },
  );
  const withColumns: ScannedTable = {
    columns: [...table.columns, ...columns.map(({ name }) => name)],
    dictionary: (column) =>
      columns[column - table.columns.length]?.dictionary ??
      table.dictionary(column),
  };
  /** The chunks by the chunk of the table, so that threads get a chunk once. */
  const chunks = new WeakMap<Chunk, Chunk>();
  const bodies = new WeakMap<Chunk["body"], Chunk["body"]>();
  let rows = 0;

  const extend = async ({ chunks: all }: View) => {
    for (const chunk of all)
      for (const { compute, ofChunk } of columns) {
        const { ids } = chunk.body;
        const known = ofChunk.get(ids) ?? { codes: newWide(), done: 0 };
        ofChunk.set(ids, known);
        if (known.done >= chunk.size) continue;
        compute(chunk, known.done, known.codes);
        known.done = chunk.size;
        // A chunk takes about a millisecond; requests wait no longer.
        await nextTurn();
      }
  };

  const bodyOf = (body: Chunk["body"]): Chunk["body"] => {
    const known = bodies.get(body);
    if (known) return known;
    const added = columns.map(({ ofChunk }): Codes => ({
      data: ofChunk.get(body.ids)?.codes ?? newWide(),
      first: 0,
    }));
    const made = { ...body, columns: [...body.columns, ...added] };
    bodies.set(body, made);
    return made;
  };

  const chunkOf = (chunk: Chunk): Chunk => {
    const made = chunks.get(chunk) ?? { ...chunk, body: bodyOf(chunk.body) };
    chunks.set(chunk, made);
    return made;
  };

  let latest: { of: View; made: View } | undefined;
  let extending: Promise<void> = Promise.resolve();
  return {
    view: async (of) => {
      const before = extending;
      extending = before.then(() => extend(of));
      await extending;
      if (latest?.of !== of) {
        rows = of.count;
        const made = { ...of, chunks: of.chunks.map(chunkOf) };
        const used = columns.map((column, place) =>
          usedCodes(made, table.columns.length + place, column.dictionary),
        );
        latest = { of, made: { ...made, used: [...of.used, ...used] } };
      }
      return { table: withColumns, view: latest.made };
    },
    bytes: () =>
      columns.reduce(
        (sum, { dictionary }) => sum + dictionary.bytes() + 4 * rows,
        0,
      ),
  };
}

/** Returns the number of rows by code that have not ended. */
function usedCodes(
  { chunks }: View,
  column: number,
  { values }: Dictionary,
): Uint32Array {
  const used = new Uint32Array(values.length);
  for (const { body, size, live } of chunks) {
    const codes = body.columns[column];
    if (!codes) continue;
    for (let row = 0; row < size; row += 1) {
      const isLive = live ? ((live[row >>> 5] ?? 0) >>> (row & 31)) & 1 : 1;
      const code = codeAt(codes, row);
      used[code] = (used[code] ?? 0) + isLive;
    }
  }
  return used;
}

/** Codes of two columns are joined into one number, so that neither has more bits. */
const joined = 2 ** 26;

/** Returns a function that writes the sums of the rows of a chunk as codes. */
function computeWith(
  context: Context,
  formula: Formula,
  dictionary: Dictionary,
): ComputedColumn["compute"] {
  const texts = formula.inputs.map((name) => textsOf(context, name));
  const bases = formula.base.map((name) => numbersOf(context, name));
  const pairs = texts.map(() => new Map<number, number>());
  const linesBy: (readonly SumLine[])[] = [];

  const linesOf = (
    combination: number,
    codes: readonly Codes[],
    row: number,
  ) => {
    const known = linesBy[combination];
    if (known) return known;
    const made = formula.lines((name) => {
      const place = formula.inputs.indexOf(name);
      const column = codes[place];
      return (column && texts[place]?.read(codeAt(column, row))) ?? null;
    });
    linesBy[combination] = made;
    return made;
  };

  return ({ body, size }, from, into) => {
    const inputs = texts.flatMap(({ column }) => body.columns[column] ?? []);
    const beginnings = bases.map(({ column }) => body.columns[column]);
    const codes = new Map<number, number>();
    for (let row = from; row < Math.min(size, chunkRows); row += 1) {
      let base: number | null = null;
      for (let place = 0; base === null && place < bases.length; place += 1) {
        const column = beginnings[place];
        base = column
          ? (bases[place]?.read(codeAt(column, row)) ?? null)
          : null;
      }
      if (base === null) continue;
      let combination = 0;
      for (let place = 0; place < inputs.length; place += 1) {
        const column = inputs[place];
        const pair = combination * joined + (column ? codeAt(column, row) : 0);
        const ofPlace = pairs[place];
        const known = ofPlace?.get(pair);
        combination = known ?? (ofPlace?.size ?? 0) + 1;
        if (known === undefined) ofPlace?.set(pair, combination);
      }
      const total = totalOf(linesOf(combination, inputs, row), base);
      if (total === null) continue;
      let code = codes.get(total);
      if (code === undefined) {
        code = dictionary.encode(total);
        codes.set(total, code);
      }
      into[row] = code;
    }
  };
}

/** Returns the column of a field and a function that reads the value of a code. */
function readCodes<Value>(
  { table, query, word }: Context,
  name: string,
  valueOf: (value: unknown) => Value,
): { column: number; read: (code: number) => Value } {
  const placed = placedField(query, name);
  const { storage } = placed;
  const column = columnIndex(table, query, name, "value");
  const dictionary = table.dictionary(column);
  const reader = readerOf(placed);
  const known = new Map<number, Value>();
  const valueAt = (code: number): Value => {
    const raw = dictionary.values[code];
    if (storage.kind !== "term") return valueOf(reader(raw));
    return valueOf(
      typeof raw === "number" ? word(storage.dictionary, raw)?.name : null,
    );
  };
  return {
    column,
    // Only codes of the view are read: the words of later codes are not loaded yet.
    read: (code) => {
      const value = known.get(code) ?? valueAt(code);
      known.set(code, value);
      return value;
    },
  };
}

const textsOf = (context: Context, name: string) =>
  readCodes(context, name, (value) => scalarText(value) || null);

const numbersOf = (context: Context, name: string) =>
  readCodes(context, name, (value) =>
    typeof value === "number" ? value : null,
  );
