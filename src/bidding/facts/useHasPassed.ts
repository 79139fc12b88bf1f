import { useEffect, useState } from "react";
import { serverNow } from "../../providers/serverClock";

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
