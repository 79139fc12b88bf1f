import type { LiveEvent } from "../../../domain/liveEvent";
import { noteChangeNumber, oldestChangeNumber } from "../changeNumber";
import { connect, type Batch } from "./connect";
import { delayUntilOnline } from "../untilDone";

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;

/** A batch with the change number before it, by which a tab notices a gap. */
type SharedBatch = Batch & { after: string | undefined };

/** A new tab asks for the change number up to which the stream has been read. */
const join = "join";

/**
 * Shares one live stream among all tabs of this browser. One visible tab, the
 * one that holds the lock, reads the stream and broadcasts its batches. A tab
 * that is hidden releases the lock; while all are hidden there is no stream.
 * The stream begins with the changes since the oldest reply of the page. A tab
 * that missed a batch, or that gets a reply from before it began to follow the stream,
 * gets a `reset` event instead.
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
  /** The change number of the last batch. */
  let changeNumber: string | undefined;
  /** The tab has the changes after this number; undefined once a reset has loaded all others. */
  let start: string | undefined;
  let reading: AbortController | null = null;
  let isHolder = false;

  const receive = ({ after, id, events }: SharedBatch) => {
    const isFirst = changeNumber === undefined;
    if (isFirst) start = after ?? id;
    // A call that began before the stream may be answered later.
    const isBehind = isBefore(oldestChangeNumber(), start);
    const hasGap = isBehind || (!isFirst && after !== changeNumber);
    if (hasGap) start = undefined;
    changeNumber = id;
    noteChangeNumber(id);
    onEvents(hasGap ? [{ name: "reset", data: {} }] : events);
  };

  const onBatch = (batch: Batch, start: string | undefined) => {
    const shared = { ...batch, after: changeNumber ?? start };
    channel.postMessage(shared);
    receive(shared);
  };

  const shareChangeNumber = () => {
    if (!isHolder || changeNumber === undefined) return;
    const shared = { events: [], after: changeNumber, id: changeNumber };
    channel.postMessage(shared satisfies SharedBatch);
  };

  /** Keeps the stream open until `stop` aborts, however often it is refused. */
  const read = async (stop: AbortSignal) => {
    let delayMs = firstDelayMs;
    isHolder = true;
    while (!stop.aborted) {
      const after = changeNumber ?? oldestChangeNumber();
      const outcome = await connect({
        after,
        signal: stop,
        onBatch: (batch) => {
          onBatch(batch, after);
        },
      });
      delayMs =
        outcome === "ended" ? firstDelayMs : Math.min(2 * delayMs, maxDelayMs);
      // Random, so that browsers do not reconnect all at once.
      await delayUntilOnline(delayMs * (0.5 + Math.random()), stop);
    }
  };

  const onVisibility = () => {
    const isVisible = document.visibilityState === "visible" && !signal.aborted;
    if (!isVisible) {
      reading?.abort();
      reading = null;
    } else if (!reading) {
      const { signal: stop } = (reading = new AbortController());
      // Rejects if it is aborted while it waits for the lock.
      navigator.locks
        .request(name, { signal: stop }, () =>
          read(stop).finally(() => {
            isHolder = false;
          }),
        )
        .catch(() => undefined);
    }
  };

  channel.onmessage = ({ data }: MessageEvent<SharedBatch | typeof join>) => {
    if (data === join) shareChangeNumber();
    else receive(data);
  };
  channel.postMessage(join);
  document.addEventListener("visibilitychange", onVisibility);
  signal.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", onVisibility);
    onVisibility();
    channel.close();
  });
  onVisibility();
}

/** Returns whether one change number is lower than another. */
const isBefore = (
  number: string | undefined,
  other: string | undefined,
): boolean =>
  number !== undefined && other !== undefined && BigInt(number) < BigInt(other);

/** Whether this browser can share a stream among its tabs. */
export const canShare = (): boolean =>
  "locks" in navigator && "BroadcastChannel" in globalThis;
