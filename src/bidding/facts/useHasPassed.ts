import { useEffect, useState } from "react";
import { serverNow } from "../../providers/serverClock";

/** Timers do not wait longer than this. */
const longestWait = 2 ** 31 - 1;

/** Whether a moment is over by the server's clock; turns when it passes. */
export function useHasPassed(moment: string | null): boolean {
  const time = moment === null ? Infinity : Date.parse(moment);
  const [, setTurned] = useState(0);
  const hasPassed = serverNow().getTime() > time;

  useEffect(() => {
    const wait = time - serverNow().getTime();
    if (wait < 0 || wait > longestWait) return;
    const timer = setTimeout(() => {
      setTurned((count) => count + 1);
    }, wait + 50);
    return () => {
      clearTimeout(timer);
    };
  }, [time]);

  return hasPassed;
}
