import type { LiveEvent } from "../../../domain/liveEvent";
import { keepStream } from "./keepStream";
import type { Batch } from "./readBatches";

/** `after` is the id before it: by that a tab sees that it missed some. */
type Shared = Batch & { after: string | undefined };

/**
 * One stream for all tabs of this browser: the first visible tab keeps it and
 * passes on what comes. A hidden tab gives it up to another; when all are
 * hidden there is none, and the first to be shown resumes it. A tab that has
 * missed a batch hears `reset` instead.
 */
export function shareStream(options: {
  /** Streams of different users are not shared. */
  userId: string;
  signal: AbortSignal;
  onEvents: (events: readonly LiveEvent[]) => void;
}): void {
  const { userId, signal, onEvents } = options;
  const name = `seriba.live.${userId}`;
  const channel = new BroadcastChannel(name);
  let position: string | undefined;
  let leading: AbortController | null = null;
  let isMissing = false;

  const take = ({ after, id, events }: Shared) => {
    const isGap = position !== undefined && after !== position;
    position = id;
    onEvents(isGap ? [{ name: "reset", data: {} }] : events);
  };

  const lead = async (stop: AbortSignal) => {
    const hasStream = await keepStream({
      signal: stop,
      position: () => position,
      onBatch: (batch) => {
        const shared = { ...batch, after: position };
        channel.postMessage(shared);
        take(shared);
      },
    });
    isMissing = !hasStream;
  };

  const follow = () => {
    const isShown = document.visibilityState === "visible" && !signal.aborted;
    if (!isShown) {
      leading?.abort();
      leading = null;
    } else if (!leading && !isMissing) {
      const { signal: stop } = (leading = new AbortController());
      // Rejects when it is given up before its turn has come.
      navigator.locks
        .request(name, { signal: stop }, () => lead(stop))
        .catch(() => undefined);
    }
  };

  channel.onmessage = ({ data }: MessageEvent<Shared>) => {
    take(data);
  };
  document.addEventListener("visibilitychange", follow);
  signal.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", follow);
    follow();
    channel.close();
  });
  follow();
}

/** Whether this browser can share one stream among its tabs. */
export const canShare = (): boolean =>
  "locks" in navigator && "BroadcastChannel" in globalThis;
