import { useEffect, useState, useSyncExternalStore } from "react";
import { serverNow } from "./serverClock";

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
 * Returns a value that is read from the server's time each second, and re-renders only
 * when the value changes.
 */
export const useServerClock = <Value extends number | string>(
  read: (now: Date) => Value,
): Value => useSyncExternalStore(onSecond, () => read(serverNow()));

/**
 * Whether a moment has passed by the server's clock. It follows corrections of the clock,
 * and a computer that has slept.
 */
export const useHasPassed = (moment: string | null): boolean => {
  const time = moment === null ? Infinity : Date.parse(moment);
  return useServerClock((now) => Number(now.getTime() > time)) === 1;
};
