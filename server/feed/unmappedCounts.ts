import type { Unmapped } from "./mapRow";

export type UnmappedCount = Unmapped & { count: number };

/** A field that is free text after all is not to fill the memory. */
const mostTexts = 200;
const mostListed = 20;

/** Counts the codes that a mapping does not know, commonest first. */
export function unmappedCounts() {
  const counts = new Map<string, UnmappedCount>();
  return {
    add: ({ field, text }: Unmapped): void => {
      const key = `${field} ${text}`;
      const known = counts.get(key);
      if (known) known.count += 1;
      else if (counts.size < mostTexts)
        counts.set(key, { field, text: text.slice(0, 60), count: 1 });
    },
    list: (): UnmappedCount[] =>
      [...counts.values()]
        .sort((one, other) => other.count - one.count)
        .slice(0, mostListed),
  };
}
