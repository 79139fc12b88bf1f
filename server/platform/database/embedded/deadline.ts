export type Deadline = { start(): void; stop(): void };

/**
 * Calls `onPassed` after `milliseconds` unless it is stopped before; 0 means
 * never. The timer does not keep the process alive.
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
