import { connect } from "./connect";
import type { Batch } from "./readBatches";

const firstPause = 1_000;
const longestPause = 30_000;

/**
 * Keeps the stream open until `signal`, taking it up where it broke off; the
 * longer nobody answers, the rarer it tries. Returns at once from a server
 * without such a stream: false.
 */
export async function keepStream(options: {
  signal: AbortSignal;
  position: () => string | undefined;
  onBatch: (batch: Batch) => void;
}): Promise<boolean> {
  const { signal, position, onBatch } = options;
  let pause = firstPause;
  while (!signal.aborted) {
    const outcome = await connect({ after: position(), signal, onBatch });
    if (outcome === "missing") return false;
    pause =
      outcome === "ended" ? firstPause : Math.min(2 * pause, longestPause);
    // Not all browsers at once when a server comes back.
    await wait(pause * (0.5 + Math.random()), signal);
  }
  return true;
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
