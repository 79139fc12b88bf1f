import type { Formula, FormulaCase } from "../../../../domain/computed/formula";
import {
  foundText,
  linesOf,
  type CompiledStep,
  type StepRow,
} from "../../../../domain/computed/step";
import { amountsOf, type SumLine } from "../../../../domain/computed/sumLines";
import type { Formulas } from "../../computed/formulas";
import type { IndexQuery } from "../../listing/query/listingIndex";
import {
  columnIndex,
  placedField,
  readerOf,
  scalarText,
  type WordOf,
} from "../query/conditions";
import { codeAt, type Codes } from "../store/chunk";
import type { ColumnTable } from "../store/columnTable";
import type { Dictionary } from "../store/dictionary";
import type { Chunk } from "../store/view";

/** The table whose rows are computed, for readers with the same formulas. */
export type ComputedContext = {
  table: ColumnTable;
  query: IndexQuery;
  formulas: Formulas;
  word: (dictionary: string, id: number) => ReturnType<WordOf>;
};

export type ComputedCodes = {
  /** Writes the sums of the rows of a chunk from a row on, as codes of a dictionary. */
  compute(
    chunk: Pick<Chunk, "body" | "size">,
    from: number,
    into: Uint32Array,
  ): void;
  /** Bytes of the kept results of steps, by estimate. */
  bytes(): number;
};

/** Codes of two columns are joined into one number, so that neither has more bits. */
const joined = 2 ** 26;

/** Numbers the combinations of codes in the order in which they are found. */
function createCombinations(parts: number) {
  const byPart = Array.from({ length: parts }, () => new Map<number, number>());
  return (combination: number, part: number, code: number): number => {
    const known = byPart[part];
    const pair = combination * joined + code;
    const found = known?.get(pair);
    if (found !== undefined) return found;
    const added = (known?.size ?? 0) + 1;
    known?.set(pair, added);
    return added;
  };
}

/** The results of a step by the combination of the codes that it depends on. */
type StepResults = {
  step: CompiledStep;
  combine: ReturnType<typeof createCombinations>;
  lines: (readonly SumLine[])[];
  found: (StepRow | undefined)[];
  /** The numbers of the found records, for later steps. */
  numbers: number[];
};

/** A combination is in a map and in three lists. */
const bytesOfCombination = 150;

/**
 * Returns functions that compute a field. Each step is worked out once for each combination
 * of the codes that it depends on. Throws `NotLoaded` if the table lacks a field.
 */
export function computeWith(
  context: ComputedContext,
  { cases }: Formula,
  dictionary: Dictionary,
): ComputedCodes {
  const sums = cases.map((sum) => {
    const ofField = sum.only && textsOf(context, sum.only.field);
    return { ...sumWith(context, sum), only: sum.only, ofField };
  });
  return {
    compute: (chunk, from, into) => {
      const { columns } = chunk.body;
      const fitting = sums.map(({ only, ofField, totalsOf }) => {
        const codes = ofField && columns[ofField.column];
        const fits = (row: number) =>
          !only ||
          (codes !== undefined &&
            codes !== null &&
            only.in.includes(ofField?.read(codeAt(codes, row)) ?? ""));
        return { fits, totalAt: totalsOf(chunk) };
      });
      for (let row = from; row < chunk.size; row += 1) {
        const total = fitting.find(({ fits }) => fits(row))?.totalAt(row);
        if (total !== null && total !== undefined)
          into[row] = dictionary.encode(total);
      }
    },
    bytes: () => sums.reduce((sum, { bytes }) => sum + bytes(), 0),
  };
}

/** Returns functions that compute one sum of a field for the rows of a chunk. */
function sumWith(
  context: ComputedContext,
  { base: beginnings, steps: compiled, most }: FormulaCase,
): {
  totalsOf: (chunk: Pick<Chunk, "body">) => (row: number) => number | null;
  bytes: () => number;
} {
  const inputs = [
    ...new Set(
      compiled.flatMap(({ sources }) =>
        sources.flatMap(({ step, field }) => (step === undefined ? field : [])),
      ),
    ),
  ];
  const texts = inputs.map((name) => textsOf(context, name));
  const bases = beginnings.map((name) => numbersOf(context, name));
  const steps = compiled.map((step): StepResults => {
    const combine = createCombinations(step.sources.length);
    return { step, combine, lines: [], found: [], numbers: [] };
  });
  /** Where the sources of each step are: in an input, or in an earlier step. */
  const places = compiled.map(({ sources }) =>
    sources.map((source) => ({
      ofStep:
        source.step === undefined
          ? -1
          : compiled.findIndex(({ id }) => id === source.step),
      ofInput: source.step === undefined ? inputs.indexOf(source.field) : -1,
    })),
  );
  /** The combinations of the present row, by step. */
  const current = steps.map(() => 0);

  const baseAt = (columns: readonly (Codes | undefined)[], row: number) => {
    if (bases.length === 0) return 0;
    for (let place = 0; place < bases.length; place += 1) {
      const column = columns[place];
      const base = column && bases[place]?.read(codeAt(column, row));
      if (base !== null && base !== undefined) return base;
    }
    return null;
  };

  const addResult = (
    place: number,
    codes: readonly (Codes | undefined)[],
    row: number,
  ) => {
    const result = steps[place];
    if (!result) return;
    const { step, lines, found, numbers } = result;
    const rows = step.find(
      step.sources.map(({ step: id, field }, at) => {
        const { ofStep = -1, ofInput = -1 } = places[place]?.[at] ?? {};
        if (id !== undefined)
          return foundText(steps[ofStep]?.found[current[ofStep] ?? 0], field);
        const column = codes[ofInput];
        return (column && texts[ofInput]?.read(codeAt(column, row))) ?? null;
      }),
    );
    const combination = current[place] ?? 0;
    lines[combination] = linesOf(step, rows);
    found[combination] = rows[0];
    numbers[combination] = rows[0] ? rows[0].place + 1 : 0;
  };

  const totalAt = (
    codes: readonly (Codes | undefined)[],
    row: number,
    base: number,
  ): number | null => {
    let total = base;
    for (let place = 0; place < steps.length; place += 1) {
      const result = steps[place];
      const sources = places[place] ?? [];
      let combination = 0;
      for (let at = 0; at < sources.length; at += 1) {
        const { ofStep = -1, ofInput = -1 } = sources[at] ?? {};
        const column = codes[ofInput];
        const code =
          ofStep < 0
            ? column
              ? codeAt(column, row)
              : 0
            : (steps[ofStep]?.numbers[current[ofStep] ?? 0] ?? 0);
        combination = result?.combine(combination, at, code) ?? 0;
      }
      current[place] = combination;
      if (!result?.lines[combination]) addResult(place, codes, row);
      const amounts = amountsOf(result?.lines[combination] ?? [], base);
      if (amounts === null) return null;
      total += amounts;
    }
    return total;
  };

  return {
    totalsOf: ({ body }) => {
      const codes = texts.map(({ column }) => body.columns[column]);
      const ofBases = bases.map(({ column }) => body.columns[column]);
      return (row) => {
        const base = baseAt(ofBases, row);
        const total = base === null ? null : totalAt(codes, row, base);
        return total === null ? null : Math.min(total, most);
      };
    },
    bytes: () =>
      steps.reduce((sum, { lines }) => sum + lines.length, 0) *
      bytesOfCombination,
  };
}

/** Returns the column of a field and a function that reads the value of a code. */
function readCodes<Value>(
  { table, query, word }: ComputedContext,
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

const textsOf = (context: ComputedContext, name: string) =>
  readCodes(context, name, (value) => scalarText(value) || null);

const numbersOf = (context: ComputedContext, name: string) =>
  readCodes(context, name, (value) =>
    typeof value === "number" ? value : null,
  );
