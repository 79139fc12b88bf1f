import { useEffect, useState } from "react";

/** Differences below this come from the way, not from the clocks. */
const tolerance = 2000;

let offset = 0;

/**
 * Takes the server's time from an answer that came just now. Whole seconds,
 * as HTTP writes them, are enough: small differences are left alone.
 */
export function noteServerTime(text: string | null | undefined): void {
  const time = text ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return;
  const difference = time - Date.now();
  if (Math.abs(difference - offset) > tolerance) offset = difference;
}

/** Now, by the server's clock: what deadlines are reckoned from. */
export const serverNow = (): Date => new Date(Date.now() + offset);

/** Now by the server's clock, renewed every so many milliseconds. */
export function useServerNow(every: number): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverNow());
    }, every);
    return () => {
      clearInterval(timer);
    };
  }, [every]);
  return now;
}
