import { isLoadFailure } from "./loadModule";
import { isTimeToRetry } from "./isTimeToRetry";

/** Loads a module that works in the background, however often it fails, until `signal` aborts. */
export async function loadEventually<Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
): Promise<Module> {
  for (;;) {
    try {
      signal.throwIfAborted();
      return await load();
    } catch (error) {
      if (signal.aborted || !isLoadFailure(error)) throw error;
      await isTimeToRetry(signal);
    }
  }
}
