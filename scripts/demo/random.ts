/** Returns the next pseudo-random number in [0, 1). */
export type Random = () => number;

/** Returns a 32-bit hash of a text (FNV-1a with a final mix). */
export function hashText(text: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a generator (sfc32). The same key gives the same numbers. */
export function createRandom(key: string): Random {
  let a = hashText(key, 1);
  let b = hashText(key, 2);
  let c = hashText(key, 3);
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 0x100000000;
  };
  for (let warmUp = 0; warmUp < 8; warmUp += 1) next();
  return next;
}

/** Picks an item; all are equally likely. Throws for an empty list. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("Nothing to pick from");
  return item;
}

/** Returns a function that picks items by weight. */
export function createPicker<T>(
  items: readonly T[],
  weightOf: (item: T, index: number) => number,
): (random: Random) => T {
  let total = 0;
  const bounds = items.map((item, index) => (total += weightOf(item, index)));
  return (random) => {
    const target = random() * total;
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    const item = items[low];
    if (item === undefined) throw new Error("Nothing to pick from");
    return item;
  };
}

/** Returns an integer from `from` to `to`, both included. */
export function integer(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** Returns a number of the standard normal distribution. */
export function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** Returns a number of the lognormal distribution with the given median. */
export function lognormal(
  random: Random,
  { median, sigma }: { median: number; sigma: number },
): number {
  return median * Math.exp(sigma * normal(random));
}

/** Returns `value` limited to the range from `low` to `high`. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
