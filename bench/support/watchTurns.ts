import { setTimeout as pause } from "node:timers/promises";

/** Watches the event loop. `longest` returns the processor time of the longest turn, in ms. */
export function watchTurns() {
  let longest = 0;
  let before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.cpuUsage();
    waiting = setImmediate(look);
  };
  let waiting = setImmediate(look);
  return {
    longest: async () => {
      await pause(2);
      clearImmediate(waiting);
      return longest;
    },
  };
}
