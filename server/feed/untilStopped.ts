import { FeedError } from "./feedError";

/**
 * The rows up to the moment the signal is given, also while one is waited
 * for; then throws FeedError, so that what has come is still imported.
 */
export async function* untilStopped(
  rows: AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator {
  const iterator = rows[Symbol.asyncIterator]();
  const stopped = () => new FeedError("The import was stopped");
  let stop: ((error: Error) => void) | undefined;
  const onAbort = () => stop?.(stopped());
  signal.addEventListener("abort", onAbort);
  try {
    for (;;) {
      if (signal.aborted) throw stopped();
      // No Promise.race: it would keep every row until the signal.
      const next = await new Promise<IteratorResult<unknown>>(
        (resolve, reject) => {
          stop = reject;
          iterator.next().then(resolve, reject);
        },
      );
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Not waited for: it may still be busy with a row that never comes.
    iterator.return?.().catch(() => undefined);
  }
}
