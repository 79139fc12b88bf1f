export type Columns = ReadonlyMap<string, unknown>;

/** Names as a feed writes them, by their upper case: there are few. */
const upperCase = new Map<string, string>();
const mostNames = 10_000;

function upper(name: string): string {
  const known = upperCase.get(name);
  if (known !== undefined) return known;
  const made = name.trim().toUpperCase();
  if (upperCase.size < mostNames) upperCase.set(name, made);
  return made;
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "";

/** The columns of a source row by name in upper case; of two the filled one. */
export function columnsOf(row: object): Columns {
  const columns = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    const key = upper(name);
    if (isEmpty(columns.get(key))) columns.set(key, value);
  }
  return columns;
}

/**
 * Makes the function that finds a source value: a column by its name, or what
 * `info.rate[].txt` leads to, `[]` standing for each entry of a list.
 */
export function columnFinder(source: string): (columns: Columns) => unknown {
  const whole = upper(source);
  const [first = "", ...steps] = whole.split(".");
  return (columns) => {
    // Names of columns may have dots of their own.
    const value = columns.get(whole);
    if (value !== undefined || steps.length === 0) return value;
    return follow(columns.get(first), steps);
  };
}

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
