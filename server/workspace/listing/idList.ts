/** Many row ids in order, at a few bytes each. */
export type IdList = {
  count: number;
  /** Yields portions of at most `size` ids. */
  portions(size: number): Iterable<string[]>;
};

/** Returns the ids of texts in which commas separate them. */
export const idsOfTexts = (
  texts: readonly string[],
  count: number,
): IdList => ({
  count,
  portions: function* (size) {
    for (const text of texts) yield* portionsOf(text, size);
  },
});

/** Returns a list that reads each id, a whole number, when its portion is taken. */
export const idsAt = (
  count: number,
  idAt: (place: number) => number,
): IdList => ({
  count,
  portions: function* (size) {
    for (let start = 0; start < count; start += size)
      yield Array.from({ length: Math.min(size, count - start) }, (_, place) =>
        String(idAt(start + place)),
      );
  },
});

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
