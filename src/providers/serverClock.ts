import { useEffect, useState, useSyncExternalStore } from "react";

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

/** Returns the server's time and re-renders every `intervalMs`. */
export function useServerNow(intervalMs: number): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverNow());
    }, intervalMs);
    return () => {
      clearInterval(timer);
    };
  }, [intervalMs]);
  return now;
}

const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** Calls the listener each second. All listeners share one timer. */
function onSecond(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/**
 * Returns a number that is read from the server's time each second, and re-renders only
 * when the number changes.
 */
export const useServerClock = (read: (now: Date) => number): number =>
  useSyncExternalStore(onSecond, () => read(serverNow()));

/**
 * Whether a moment has passed by the server's clock. It follows corrections of the clock,
 * and a computer that has slept.
 */
export const useHasPassed = (moment: string | null): boolean => {
  const time = moment === null ? Infinity : Date.parse(moment);
  return useServerClock((now) => Number(now.getTime() > time)) === 1;
};
