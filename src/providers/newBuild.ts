import { useEffect, useState } from "react";
import { liveEvents } from "./events";

/** The file beside the page that names the first script of the present build. */
const buildFile = "/build.json";
/** Browsers that a restart has disconnected ask spread over this time. */
const spreadMs = 3_000;
/** A page that is shown again asks at most once in this time. */
const restMs = 60_000;

/**
 * Asks for the present build whenever it may be a new one: the live stream has connected
 * again, the browser is online again, or the page is shown again. `onAnswer` gets whether
 * this page runs another build. Returns a function that ends this.
 */
function followBuild(onAnswer: (isNew: boolean) => void): () => void {
  const own = document.querySelector<HTMLScriptElement>(
    'script[type="module"][src]',
  )?.src;
  if (own === undefined) return () => undefined;
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = -restMs;
  const ask = async () => {
    timer = undefined;
    askedAt = performance.now();
    const present = await readBuild(signal);
    if (present !== undefined) onAnswer(present !== own);
  };
  const askSoon = () => {
    timer ??= setTimeout(() => void ask(), Math.random() * spreadMs);
  };
  const askWhenShown = () => {
    const isRested = performance.now() - askedAt > restMs;
    if (document.visibilityState === "visible" && isRested) askSoon();
  };
  const unsubscribe = liveEvents.subscribe(({ name }) => {
    if (name === "ready") askSoon();
  });
  addEventListener("online", askSoon, { signal });
  document.addEventListener("visibilitychange", askWhenShown, { signal });
  return () => {
    unsubscribe();
    clearTimeout(timer);
    stop.abort();
  };
}

/** Returns the first script of the present build; undefined if that is not known. */
async function readBuild(signal: AbortSignal): Promise<string | undefined> {
  try {
    const reply = await fetch(buildFile, { cache: "no-store", signal });
    const { script } = (await reply.json()) as { script?: unknown };
    return reply.ok && typeof script === "string"
      ? new URL(script, location.origin).href
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the server has another build of the program than this page runs. */
export function useHasNewBuild(): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => followBuild(setNew), []);
  return isNew;
}
