import { CallError } from "./CallError";
import { sessionExpired } from "./events";
import { hasEarlyResponse } from "./earlyResponses";
import { send } from "./send";
import { readStored, writeStored } from "./storage";

/**
 * How often the session had been refreshed, and how often a refresh had been
 * refused, when a call was sent. Counters instead of times: they stay right
 * when the clock of the computer is set back.
 */
export type RefreshMark = { refreshes: number; failures: number };

const refreshPath = "/auth/update";

let running: Promise<void> | undefined;
let ownRefreshes = 0;
let failures = 0;
let lastFailure: CallError | undefined;

/** Counts the refreshes of all tabs. */
const countRefreshes = () =>
  Math.max(ownRefreshes, Number(readStored("refreshes") ?? 0));

/** Returns the counters to pass to `refreshOnce`. Take them before sending. */
export const markRefreshes = (): RefreshMark => ({
  refreshes: countRefreshes(),
  failures,
});

/**
 * Waits for the refresh that `boot.js` has started if the page came without a session.
 * Throws as `refreshOnce`.
 */
export async function awaitEarlyRefresh(apiBase: string): Promise<void> {
  if (hasEarlyResponse(`${apiBase}${refreshPath}`))
    await refreshOnce({ apiBase, mark: markRefreshes() });
}

/**
 * Refreshes the session once for all waiting calls in all tabs of this
 * browser. Does nothing if the session was refreshed after `mark` was taken.
 * Throws if it cannot be refreshed; when the server refuses (401 or 403), it
 * announces `sessionExpired` first.
 */
export function refreshOnce(options: {
  apiBase: string;
  mark: RefreshMark;
}): Promise<void> {
  running ??= withTabLock(() => refresh(options)).finally(() => {
    running = undefined;
  });
  return running;
}

/** Runs `work` in one tab at a time, in browsers that have locks. */
function withTabLock(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request("seriba.refresh", work) : work();
}

async function refresh({
  apiBase,
  mark,
}: {
  apiBase: string;
  mark: RefreshMark;
}): Promise<void> {
  if (countRefreshes() > mark.refreshes) return;
  if (lastFailure && failures > mark.failures) throw lastFailure;
  try {
    await send({ url: `${apiBase}${refreshPath}` });
    ownRefreshes = countRefreshes() + 1;
    writeStored("refreshes", String(ownRefreshes));
  } catch (error) {
    if (error instanceof CallError && [401, 403].includes(error.status)) {
      failures += 1;
      lastFailure = error;
      sessionExpired.emit();
    }
    throw error;
  }
}
