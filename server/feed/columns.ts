export type Columns = ReadonlyMap<string, unknown>;

const upper = (name: string) => name.trim().toUpperCase();

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "";

/**
 * Returns the columns of a source row by upper-case name. Of two columns with
 * the same name, the first with a value is used.
 */
export function columnsOf(row: object): Columns {
  const columns = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    const key = upper(name);
    if (isEmpty(columns.get(key))) columns.set(key, value);
  }
  return columns;
}

/**
 * Makes a function that returns a source value: the column with the name
 * `source`, or the value at a path such as `info.rate[].txt`, where `[]` means
 * each entry of a list.
 */
export function columnFinder(source: string): (columns: Columns) => unknown {
  const name = upper(source);
  const [first = "", ...steps] = name.split(".");
  return (columns) => {
    // The name of a column may contain dots.
    const value = columns.get(name);
    if (value !== undefined || steps.length === 0) return value;
    return follow(columns.get(first), steps);
  };
}

/**
 * Returns the value at a path in a parsed document, undefined if it has no such
 * place. A path may begin with `[]`, for a document that is a list.
 */
export const valueAt = (document: unknown, path: string): unknown =>
  follow(
    { document },
    `document${path.startsWith("[]") ? "" : "."}${path}`.split(".").map(upper),
  );

function follow(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || !isObject(value)) return value;
  const isEach = step.endsWith("[]");
  const inside = columnsOf(value).get(isEach ? step.slice(0, -2) : step);
  if (!isEach || !Array.isArray(inside)) return follow(inside, rest);
  return inside.map((entry: unknown) => follow(entry, rest));
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null;
