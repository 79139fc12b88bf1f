const retryMs = 30_000;

/** Resolves when work in the background may be tried again: after a while, or online. */
export const isTimeToRetry = (signal: AbortSignal): Promise<void> =>
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
