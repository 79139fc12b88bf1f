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
