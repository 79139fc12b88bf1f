/** The candidate that differs least from the name, if few letters differ. */
export function nearest(
  name: string,
  candidates: Iterable<string>,
): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
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
