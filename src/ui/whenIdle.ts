/**
 * Runs `work` once the page has loaded, has been painted and the browser is
 * idle. In a hidden tab it waits until the tab is shown. If the work fails, the
 * page works without it. Returns a function that aborts it. `latestMs` is how
 * long a busy browser may wait after the paint; browsers without
 * `requestIdleCallback` always wait this long.
 */
export function whenIdle(
  work: (signal: AbortSignal) => Promise<unknown>,
  latestMs = 2_000,
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const run = () => {
    if (!signal.aborted) work(signal).catch(() => undefined);
  };
  const afterPaint = () => {
    requestAnimationFrame(() => {
      if ("requestIdleCallback" in globalThis)
        requestIdleCallback(run, { timeout: latestMs });
      else setTimeout(run, latestMs);
    });
  };
  if (document.readyState === "complete") afterPaint();
  else addEventListener("load", afterPaint, { once: true, signal });
  return () => {
    leaving.abort();
  };
}
