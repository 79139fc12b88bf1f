/** Longer names are compared by their beginning, so that none costs much. */
const longestCompared = 80;
/** So many names are listed where none is near. */
const mostListed = 12;

/** The candidate that differs least from the name, if few letters differ. */
export function nearest(
  name: string,
  candidates: Iterable<string>,
): string | undefined {
  const wanted = name.slice(0, longestCompared).toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const other = candidate.slice(0, longestCompared).toLowerCase();
    const distance = editDistance(wanted, other);
    if (distance >= least || distance >= wanted.length) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/**
 * What a reason says of the names that are valid: the nearest, else all of
 * them where they are few, else nothing. Begins with a semicolon.
 */
export function suggest(name: string, candidates: Iterable<string>): string {
  const names = [...new Set(candidates)];
  const near = nearest(name, names);
  if (near !== undefined) return `; did you mean "${near}"?`;
  if (names.length === 0 || names.length > mostListed) return "";
  return `; there is ${names.map((one) => `"${one}"`).join(", ")}`;
}

/** Letters to insert, remove or change to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(from).entries()) {
    const current = [row + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const change = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const insert = (current[column] ?? 0) + 1;
      const remove = (previous[column + 1] ?? 0) + 1;
      current.push(Math.min(change, insert, remove));
    }
    previous = current;
  }
  return previous[to.length] ?? to.length;
}
