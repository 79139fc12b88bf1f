import { CallError } from "./CallError";
import { send } from "./send";
import { sessionExpired } from "./events";
import { readStored, writeStored } from "./storage";

let running: Promise<void> | undefined;
let refreshedAt = 0;
let failure: { at: number; error: CallError } | undefined;

/** When the session was last refreshed, in this tab or another. */
const lastRefresh = () =>
  Math.max(refreshedAt, Number(readStored("refreshedAt") ?? 0));

/**
 * Refreshes the session once for all calls that wait for it, in all tabs of
 * this browser. A call sent before the last refresh, or before the last try,
 * needs none of its own.
 * Throws when the session is over, after raising `sessionExpired`.
 */
export function refreshOnce(options: {
  apiBase: string;
  sentAt: number;
}): Promise<void> {
  running ??= alone(() => refresh(options)).finally(() => {
    running = undefined;
  });
  return running;
}

/** One tab at a time, where the browser can tell. */
function alone(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request("seriba.refresh", work) : work();
}

async function refresh({
  apiBase,
  sentAt,
}: {
  apiBase: string;
  sentAt: number;
}): Promise<void> {
  if (lastRefresh() >= sentAt) return;
  if (failure && failure.at >= sentAt) throw failure.error;
  try {
    await send({ url: `${apiBase}/auth/update` });
    refreshedAt = Date.now();
    writeStored("refreshedAt", String(refreshedAt));
  } catch (error) {
    if (error instanceof CallError && [401, 403].includes(error.status)) {
      failure = { at: Date.now(), error };
      sessionExpired.emit();
    }
    throw error;
  }
}
