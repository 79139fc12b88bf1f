import { setTimeout as pause } from "node:timers/promises";

/** The program ends by then, even if something still runs. */
const longestStopMilliseconds = 9_500;
const lookAgainMilliseconds = 20;

/** Work on files and names, which runs in threads of Node. */
const isInThread =
  /^(?:FSReq|FileHandleCloseReq|GetAddrInfoReq|GetNameInfoReq)/;

/**
 * Stops the program in order at the first SIGTERM or SIGINT, and at once at the
 * second. Returns a signal that is aborted when stopping begins.
 */
export function stopOnSignals(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  const end = () => {
    stopping.abort();
    endAfter(stop, 0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, end);
  return stopping.signal;
}

/**
 * Ends the process with this code once `stop` is done, or with 1 if it fails. After 9.5
 * seconds it kills the process.
 */
export function endAfter(stop: () => Promise<void>, code: number): void {
  setTimeout(() => {
    process.stderr.write("The program did not stop in time and was killed\n");
    // `process.exit` would wait for a thread whose disk does not answer.
    process.kill(process.pid, "SIGKILL");
  }, longestStopMilliseconds).unref();
  stop().then(
    () => exitAfterThreads(code),
    () => exitAfterThreads(1),
  );
}

/**
 * Exits once no thread of Node works. `process.exit` waits for them too, but without an
 * end, and no timer fires in the meantime.
 */
async function exitAfterThreads(code: number): Promise<void> {
  while (process.getActiveResourcesInfo().some((name) => isInThread.test(name)))
    await pause(lookAgainMilliseconds);
  process.exit(code);
}
