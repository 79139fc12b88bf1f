/** Delay in browsers without `requestIdleCallback`. */
const fallbackDelayMs = 2_000;

/**
 * Runs `work` once the page has loaded, has been painted and the browser is
 * idle, unless `signal` aborts first. In a hidden tab it waits until the tab
 * is shown.
 */
export function whenIdle(work: () => void, signal?: AbortSignal): void {
  const run = () => {
    if (!signal?.aborted) work();
  };
  const afterPaint = () => {
    requestAnimationFrame(() => {
      if ("requestIdleCallback" in globalThis) requestIdleCallback(run);
      else setTimeout(run, fallbackDelayMs);
    });
  };
  if (document.readyState === "complete") afterPaint();
  else addEventListener("load", afterPaint, { once: true, signal });
}
