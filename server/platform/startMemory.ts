import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8's space of new objects small. Loading and compiling the program would
 * make it grow to 32 MB, which V8 does not give back.
 */
export const holdNewSpace = (): void => {
  setFlagsFromString("--semi-space-growth-factor=1");
};

/** Collects all garbage and returns the freed memory to the system. */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await new Promise((resolve) => {
    session.post("HeapProfiler.collectGarbage", resolve);
  });
  session.disconnect();
}

/**
 * Frees what the start has left, because V8 does not while little happens, and
 * lets the space of new objects grow as the requests need it.
 */
export async function releaseStartMemory(): Promise<void> {
  await collectGarbage();
  setFlagsFromString("--semi-space-growth-factor=2");
}
