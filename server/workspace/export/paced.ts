/** The slowest reader that an export waits for. */
export type PaceLimits = {
  /** Bytes a second, on average over the time spent waiting for the reader. */
  leastRate: number;
  /** Waiting time that a reader has before the rate counts. */
  graceMs: number;
  /** The longest time for the whole export. */
  totalMs: number;
};

/**
 * Yields the chunks as the reader takes them. Calls `giveUp` once the reader
 * is slower than the limits allow, or stops reading. Time that the source
 * needs to produce a chunk does not count against the reader.
 */
export async function* paced<Chunk extends { length: number }>(
  chunks: AsyncIterable<Chunk>,
  { leastRate, graceMs, totalMs }: PaceLimits,
  giveUp: () => void,
): AsyncGenerator<Chunk> {
  const total = setTimeout(giveUp, totalMs).unref();
  let taken = 0;
  let waitedMs = 0;
  try {
    for await (const chunk of chunks) {
      const allowedMs = graceMs + (taken / leastRate) * 1000 - waitedMs;
      const slow = setTimeout(giveUp, Math.max(allowedMs, 0)).unref();
      const begun = performance.now();
      try {
        yield chunk;
      } finally {
        clearTimeout(slow);
        waitedMs += performance.now() - begun;
      }
      taken += chunk.length;
    }
  } finally {
    clearTimeout(total);
  }
}
