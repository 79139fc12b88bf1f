export type Deadline = { start(): void; stop(): void };

/**
 * Calls `onPassed` once `milliseconds` after `start`, unless stopped before; 0
 * never passes. A program that has nothing else to do does not wait for it.
 */
export function createDeadline(
  milliseconds: number,
  onPassed: () => void,
): Deadline {
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      if (milliseconds > 0) timer = setTimeout(onPassed, milliseconds);
      timer?.unref();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
