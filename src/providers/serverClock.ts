/** The server's time less this browser's is between these bounds, in milliseconds. */
let bounds = { low: -Infinity, high: Infinity };

/**
 * Sets the clock by the `Date` header of a reply whose headers have just arrived.
 * `sentAt` is when the call was sent, by this browser's clock. Each reply narrows the
 * bounds of the difference; one that contradicts them replaces them, because a clock
 * has been set.
 */
export function noteServerTime(
  text: string | null | undefined,
  sentAt = Date.now(),
): void {
  const second = text ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(second)) return;
  // The server wrote the header on the way, and left out the fraction of the second.
  const low = second - Date.now();
  const high = second + 1000 - sentAt;
  if (low > high) return;
  const isConsistent = low <= bounds.high && high >= bounds.low;
  bounds = isConsistent
    ? { low: Math.max(low, bounds.low), high: Math.min(high, bounds.high) }
    : { low, high };
}

const offsetMs = () =>
  Number.isFinite(bounds.low) ? (bounds.low + bounds.high) / 2 : 0;

/** Returns the present time by the server's clock, which decides deadlines. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs());
