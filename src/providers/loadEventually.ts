import { isLoadFailure } from "./loadModule";

/** Between attempts to load what works in the background, unless it is online again. */
const retryMs = 30_000;

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

const isTimeToRetry = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, retryMs);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
