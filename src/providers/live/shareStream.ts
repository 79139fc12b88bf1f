import type { LiveEvent } from "../../../domain/liveEvent";
import { noteChangeNumber } from "../changeNumber";
import { connect, type Batch } from "./connect";

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;

/** A batch with the id before it, by which a tab notices a gap. */
type SharedBatch = Batch & { after: string | undefined };

/**
 * Shares one live stream among all tabs of this browser. One visible tab, the
 * one that holds the lock, reads the stream and broadcasts its batches. A tab
 * that is hidden releases the lock; while all are hidden there is no stream.
 * A tab that missed a batch gets a `reset` event instead.
 */
export function shareStream(options: {
  /** Users on the same browser do not share a stream. */
  userId: string;
  signal: AbortSignal;
  onEvents: (events: readonly LiveEvent[]) => void;
}): void {
  const { userId, signal, onEvents } = options;
  const name = `seriba.live.${userId}`;
  const channel = new BroadcastChannel(name);
  let position: string | undefined;
  let reading: AbortController | null = null;
  let isMissing = false;

  const receive = ({ after, id, events }: SharedBatch) => {
    const hasGap = position !== undefined && after !== position;
    position = id;
    noteChangeNumber(id);
    onEvents(hasGap ? [{ name: "reset", data: {} }] : events);
  };

  const onBatch = (batch: Batch) => {
    const shared = { ...batch, after: position };
    channel.postMessage(shared);
    receive(shared);
  };

  /** Keeps the stream open until `stop` aborts or the server has no stream. */
  const read = async (stop: AbortSignal) => {
    let delayMs = firstDelayMs;
    while (!stop.aborted) {
      const outcome = await connect({ after: position, signal: stop, onBatch });
      if (outcome === "missing") {
        isMissing = true;
        return;
      }
      delayMs =
        outcome === "ended" ? firstDelayMs : Math.min(2 * delayMs, maxDelayMs);
      // Random, so that browsers do not reconnect all at once.
      await wait(delayMs * (0.5 + Math.random()), stop);
    }
  };

  const onVisibility = () => {
    const isVisible = document.visibilityState === "visible" && !signal.aborted;
    if (!isVisible) {
      reading?.abort();
      reading = null;
    } else if (!reading && !isMissing) {
      const { signal: stop } = (reading = new AbortController());
      // Rejects if it is aborted while it waits for the lock.
      navigator.locks
        .request(name, { signal: stop }, () => read(stop))
        .catch(() => undefined);
    }
  };

  channel.onmessage = ({ data }: MessageEvent<SharedBatch>) => {
    receive(data);
  };
  document.addEventListener("visibilitychange", onVisibility);
  signal.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", onVisibility);
    onVisibility();
    channel.close();
  });
  onVisibility();
}

/** Whether this browser can share a stream among its tabs. */
export const canShare = (): boolean =>
  "locks" in navigator && "BroadcastChannel" in globalThis;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
