import { useEffect, useState } from "react";

/** Smaller differences are caused by network latency. */
const toleranceMs = 2000;

let offsetMs = 0;

/**
 * Sets the clock to the `Date` header of a reply that has just arrived. Small
 * differences are ignored, since the header has whole seconds.
 */
export function noteServerTime(text: string | null | undefined): void {
  const time = text ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return;
  const difference = time - Date.now();
  if (Math.abs(difference - offsetMs) > toleranceMs) offsetMs = difference;
}

/** Returns the present time by the server's clock, which decides deadlines. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs);

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

/** The longest delay that timers support. */
const maxDelayMs = 2 ** 31 - 1;

/** Whether a moment has passed by the server's clock; re-renders when it does. */
export function useHasPassed(moment: string | null): boolean {
  const time = moment === null ? Infinity : Date.parse(moment);
  const [, rerender] = useState(0);
  const hasPassed = serverNow().getTime() > time;

  useEffect(() => {
    const wait = time - serverNow().getTime();
    if (wait < 0 || wait > maxDelayMs) return;
    const timer = setTimeout(() => {
      rerender((count) => count + 1);
    }, wait + 50);
    return () => {
      clearTimeout(timer);
    };
  }, [time]);

  return hasPassed;
}
