import { FeedError } from "./feedError";

/**
 * Yields rows until the signal is aborted, even while it waits for a row. Then
 * it throws FeedError, so that the import still writes the rows it has.
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
      // Promise.race would retain every row until the signal is aborted.
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
    // Not awaited: it may wait for a row that never comes.
    iterator.return?.().catch(() => undefined);
  }
}
