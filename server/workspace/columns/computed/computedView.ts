import { setImmediate as nextTurn } from "node:timers/promises";
import type { Formulas } from "../../computed/formulas";
import type { IndexQuery } from "../../listing/query/listingIndex";
import type { FieldStorage } from "../../listing/source/rowSource";
import { codeAt, type Codes } from "../store/chunk";
import { createPostings, type Postings } from "../store/postings";
import type { ColumnTable } from "../store/columnTable";
import { createDictionary, type Dictionary } from "../store/dictionary";
import { newWide, type Chunk, type View } from "../store/view";
import {
  computeWith,
  type ComputedCodes,
  type ComputedContext,
} from "./computeCodes";

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

/** Rows that are computed before other work of the program may run. */
const rowsInTurn = 2_048;
/** A row has a code, and its place and code in the postings. */
const bytesOfRow = 12;

/** The sums of the rows of one chunk, as far as they are computed. */
type Computed = { codes: Uint32Array; done: number };

/** A computed field with its sums by chunk, of which `ids` is the identity. */
type ComputedColumn = ComputedCodes & {
  name: string;
  dictionary: Dictionary;
  ofChunk: WeakMap<Float64Array, Computed>;
};

/** The table with computed columns for readers with the same formulas. */
export type ComputedTable = {
  /** Returns a view with the computed columns. Rows are computed once. */
  view(of: View): Promise<ComputedView>;
  /** Returns whether only a few rows of a view are left to compute. */
  isSoonReady(of: View): boolean;
  /** Bytes of the columns, by estimate. */
  bytes(): number;
};

/**
 * Makes the computed columns of a table. Throws `NotLoaded` if the table lacks a field that
 * they are computed from.
 */
export function createComputedTable(context: ComputedContext): ComputedTable {
  const { table, formulas } = context;
  const columns = [...formulas.byField].map(
    ([name, formula]): ComputedColumn => {
      const dictionary = createDictionary();
      const codes = computeWith(context, formula, dictionary);
      return { name, dictionary, ...codes, ofChunk: new WeakMap() };
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
  const postings = new WeakMap<Chunk["body"], readonly Postings[]>();
  let rows = 0;

  const codesOf = ({ ofChunk }: ComputedColumn, { body, size }: Chunk) => {
    const known = ofChunk.get(body.ids) ?? { codes: newWide(), done: 0 };
    ofChunk.set(body.ids, known);
    const isDone = known.done >= size;
    return { known, isDone };
  };

  // The event loop waits for a few thousand rows, or for the postings of a chunk.
  const extend = async ({ chunks: all }: View) => {
    for (const chunk of all) {
      for (const column of columns) {
        const { known, isDone } = codesOf(column, chunk);
        if (isDone) continue;
        while (known.done < chunk.size) {
          const size = Math.min(chunk.size, known.done + rowsInTurn);
          column.compute({ ...chunk, size }, known.done, known.codes);
          known.done = size;
          await nextTurn();
        }
      }
      if (postings.has(chunk.body)) continue;
      const made: Postings[] = [];
      for (const { ofChunk, dictionary } of columns) {
        const data = ofChunk.get(chunk.body.ids)?.codes ?? newWide();
        const codes = { data, first: 0 };
        const { length } = dictionary.values;
        made.push(createPostings(codes, chunk.size, length));
        await nextTurn();
      }
      postings.set(chunk.body, made);
    }
  };

  const bodyOf = (body: Chunk["body"]): Chunk["body"] => {
    const known = bodies.get(body);
    if (known) return known;
    const added = columns.map(({ ofChunk }): Codes => ({
      data: ofChunk.get(body.ids)?.codes ?? newWide(),
      first: 0,
    }));
    const made = {
      ...body,
      columns: [...body.columns, ...added],
      postings: [...body.postings, ...(postings.get(body) ?? [])],
    };
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
      const run = () => extend(of);
      extending = extending.then(run, run);
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
    isSoonReady: ({ chunks: all }) => {
      const left = all.reduce(
        (sum, { body, size }) =>
          sum +
          Math.max(
            0,
            ...columns.map(
              ({ ofChunk }) => size - (ofChunk.get(body.ids)?.done ?? 0),
            ),
          ),
        0,
      );
      return left <= rowsInTurn;
    },
    bytes: () =>
      columns.reduce(
        (sum, column) =>
          sum + column.dictionary.bytes() + column.bytes() + bytesOfRow * rows,
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
