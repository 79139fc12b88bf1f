import type { Query, QueryClient } from "@tanstack/react-query";
import type { DataProvider } from "ra-core";
import {
  changedRows,
  hasNoChange,
  mayHaveChanged,
  type LiveEvent,
} from "../../../domain/liveEvent";
import { readCompared } from "../../../domain/comparison";
import { CallError, isTransient } from "../CallError";
import type { Workspace } from "../createWorkspace";
import {
  liveEvents,
  liveOutageStore,
  liveStore,
  unreachedStore,
} from "../events";
import { refreshSession } from "../session";
import { refreshLists } from "./refreshLists";
import { canShare, shareStream } from "./shareStream";

/**
 * After this time without an event, polling starts again and the page says that it gets
 * no live updates.
 */
const maxSilenceMs = 60_000;
/** Events that come together are answered by one call of each list. */
const gatherMs = 150;
/**
 * Browsers that get the same event send their calls spread over this time, so that a
 * change still reaches all of them within a second.
 */
const spreadMs = 450;
/**
 * Shared calls wait up to this time before that, two seconds in all: hundreds of open pages
 * make the same call, whose answer is larger than changed rows.
 */
const callsSpreadMs = 2_000 - gatherMs - spreadMs;
const firstRetryMs = 1_000;
const maxRetryMs = 30_000;
/** Above this number, failed events are replaced by one `reset`. */
const mostFailed = 200;

/**
 * Follows the live stream until `signal` aborts: announces its events, and
 * updates the menu counters, rows and lists on screen that have changed. Does
 * nothing in browsers without locks or broadcast channels.
 */
export function startLive(options: {
  queryClient: QueryClient;
  /** Returns the present provider and workspace; declarations may change. */
  current: () => { dataProvider: DataProvider; workspace: Workspace };
  userId: string;
  signal: AbortSignal;
}): void {
  const { queryClient, current, userId, signal } = options;
  if (!canShare() || signal.aborted) return;
  let lastEventAt = 0;
  let shownAt = performance.now();
  let pending: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Events of calls that wait to be pending. */
  let waiting: LiveEvent[] = [];
  let waitingTimer: ReturnType<typeof setTimeout> | undefined;
  let isRefreshing = false;
  /** Events whose rows could not be loaded. */
  let failed: LiveEvent[] = [];
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;

  const schedule = () => {
    if (!isRefreshing && pending.length > 0)
      timer ??= setTimeout(run, gatherMs + Math.random() * spreadMs);
  };

  const endWaiting = () => {
    waitingTimer = undefined;
    pending.push(...waiting);
    waiting = [];
    schedule();
  };

  // One refresh at a time: an earlier one must not end after a later one.
  const run = async () => {
    timer = undefined;
    isRefreshing = true;
    const events = pending;
    pending = [];
    const isDone = await refresh(events, { queryClient, ...current() });
    isRefreshing = false;
    if (signal.aborted) return;
    if (!isDone) retryLater(events);
    else if (retryTimer === undefined) retryMs = firstRetryMs;
    schedule();
  };

  const retryLater = (events: readonly LiveEvent[]) => {
    failed.push(...events);
    if (failed.length > mostFailed) failed = [{ name: "reset", data: {} }];
    retryTimer ??= setTimeout(() => {
      retryTimer = undefined;
      retryMs = Math.min(2 * retryMs, maxRetryMs);
      pending.push(...failed);
      failed = [];
      schedule();
    }, retryMs);
  };

  shareStream({
    userId,
    signal,
    onEvents: (events) => {
      lastEventAt = performance.now();
      liveStore.set(true);
      liveOutageStore.set(false);
      unreachedStore.set(false);
      retryUnreached(queryClient);
      for (const event of events) liveEvents.emit(event);
      pending.push(...events.filter(({ name }) => name !== "calls"));
      waiting.push(...events.filter(({ name }) => name === "calls"));
      if (waiting.length > 0)
        waitingTimer ??= setTimeout(endWaiting, Math.random() * callsSpreadMs);
      schedule();
    },
  });
  const isSilentSince = (time: number) =>
    performance.now() - time >= maxSilenceMs;
  const watch = setInterval(() => {
    if (isSilentSince(lastEventAt)) liveStore.set(false);
    const isVisible = document.visibilityState === "visible";
    if (isVisible && isSilentSince(Math.max(lastEventAt, shownAt)))
      liveOutageStore.set(true);
  }, maxSilenceMs / 4);
  // A hidden page has no stream, and needs a moment to open it again.
  const onVisibility = () => {
    shownAt = performance.now();
    liveOutageStore.set(false);
  };
  document.addEventListener("visibilitychange", onVisibility);
  signal.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", onVisibility);
    clearInterval(watch);
    clearTimeout(timer);
    clearTimeout(waitingTimer);
    clearTimeout(retryTimer);
    liveStore.set(false);
    liveOutageStore.set(false);
  });
}

/**
 * Loads again what the events have changed. Resolves to whether it has arrived, or will
 * not arrive by repeating the calls.
 */
async function refresh(
  events: readonly LiveEvent[],
  options: {
    queryClient: QueryClient;
    dataProvider: DataProvider;
    workspace: Workspace;
  },
): Promise<boolean> {
  const { queryClient, workspace } = options;
  const has = (name: LiveEvent["name"]) =>
    events.some((event) => event.name === name);
  const isReset = has("reset");
  const changed = changedRows(events);
  const kinds = new Set([
    ...(isReset || has("counters") ? ["menu-counters"] : []),
    ...(isReset || has("saved") ? ["saved-searches"] : []),
  ]);
  const paths = new Set(
    events.flatMap((event) => (event.name === "calls" ? event.data.paths : [])),
  );
  const isAffected = ({ queryKey, meta }: Query): boolean => {
    const [kind, list, id] = queryKey;
    if (kinds.has(String(kind))) return true;
    if (typeof meta?.path === "string") return isReset || paths.has(meta.path);
    if (!isRowQuery(kind)) return false;
    if (!changed) return true;
    const hasChanged = (row: { list: unknown; id: unknown }) => {
      const resource = workspace.resources.find(
        ({ name }) => name === row.list,
      );
      return (
        resource !== undefined &&
        mayHaveChanged(changed, resource, {
          row: workspace.row(resource.row),
          id: String(row.id),
        })
      );
    };
    return kind === "compare"
      ? readCompared(String(list)).some(hasChanged)
      : hasChanged({ list, id });
  };
  const refetch = async () => {
    await queryClient.invalidateQueries({ predicate: isAffected });
    const queries = queryClient.getQueryCache().findAll({ type: "active" });
    return queries
      .filter(isAffected)
      .every(({ state }) => !isTransient(state.error));
  };
  const isLasting = (error: unknown): boolean => !isTransient(error);
  const done = await Promise.all([
    refetch(),
    isReset || has("session") || has("account")
      ? refreshSession().then(() => true, isLasting)
      : true,
    changed && hasNoChange(changed)
      ? true
      : refreshLists({ ...options, changed }).then(() => true, isLasting),
  ]);
  return done.every(Boolean);
}

/** Repeats calls on screen that did not reach the server, which answers again. */
function retryUnreached(queryClient: QueryClient): void {
  void queryClient.refetchQueries({
    type: "active",
    predicate: ({ state: { status, fetchStatus, error } }) =>
      status === "error" &&
      fetchStatus === "idle" &&
      error instanceof CallError &&
      error.status === 0,
  });
}

/**
 * The pages of single rows, drawn by the engine (`row`) or by an area (`detail`), their
 * forms, their comparisons and the lines of their computed fields.
 */
const rowQueries = new Set(["row", "detail", "edit", "compare", "sums"]);
const isRowQuery = (kind: unknown): boolean => rowQueries.has(String(kind));
