/** The most results that are kept for one pair of objects. */
const mostKept = 1_000;

/**
 * Returns `make` with a cache: the result for two objects and a third value is
 * made once for each key of that value, and kept as long as both objects exist.
 * `make` must depend on the objects and the key alone.
 */
export function rememberByPair<
  First extends object,
  Second extends object,
  Third,
  Result extends object | null,
>(
  make: (first: First, second: Second, third: Third) => Result,
  keyOf: (third: Third) => string,
): (first: First, second: Second, third: Third) => Result {
  const kept = new WeakMap<First, WeakMap<Second, Map<string, Result>>>();
  return (first, second, third) => {
    const ofFirst =
      kept.get(first) ?? new WeakMap<Second, Map<string, Result>>();
    kept.set(first, ofFirst);
    const results = ofFirst.get(second) ?? new Map<string, Result>();
    ofFirst.set(second, results);
    const key = keyOf(third);
    const known = results.get(key);
    if (known !== undefined) return known;
    if (results.size >= mostKept) results.clear();
    const result = make(first, second, third);
    results.set(key, result);
    return result;
  };
}
