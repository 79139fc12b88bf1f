/** Many row ids in order, at a few bytes each. */
export type IdList = {
  count: number;
  /** Yields portions of at most `size` ids. */
  portions(size: number): Iterable<string[]>;
};

/** Parses ids that are separated by commas. */
export function idList(text: string): IdList {
  let count = text === "" ? 0 : 1;
  for (let at = text.indexOf(","); at >= 0; at = text.indexOf(",", at + 1))
    count += 1;
  return { count, portions: (size) => portionsOf(text, size) };
}

function* portionsOf(text: string, size: number): Generator<string[]> {
  for (let start = 0; start < text.length;) {
    let end = start - 1;
    for (let taken = 0; taken < size && end < text.length; taken += 1) {
      const comma = text.indexOf(",", end + 1);
      end = comma < 0 ? text.length : comma;
    }
    yield text.slice(start, end).split(",");
    start = end + 1;
  }
}
