import type { QueryClient } from "@tanstack/react-query";
import type { DataProvider } from "ra-core";
import { readCompared } from "../../../domain/comparison";
import type { LiveEvent } from "../../../domain/liveEvent";
import { CallError } from "../CallError";
import type { Workspace } from "../createWorkspace";
import { liveEvents, liveStore } from "../events";
import { refreshSession } from "../session";
import { changedIds, refreshLists, type Changed } from "./refreshLists";
import { canShare, shareStream } from "./shareStream";

/** After this time without an event, polling starts again. */
const maxSilenceMs = 60_000;
/** Events that come together are answered by one call of each list. */
const gatherMs = 150;
/**
 * Browsers that get the same event send their calls spread over this time, so that a
 * change still reaches all of them within a second.
 */
const spreadMs = 450;

/**
 * Follows the live stream until `signal` aborts: announces its events, and
 * updates the menu counters, lots and lists on screen that have changed. Does
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
  let pending: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = () => {
    timer = undefined;
    const events = pending;
    pending = [];
    const has = (name: LiveEvent["name"]) =>
      events.some((event) => event.name === name);
    const isReset = has("reset");
    if (isReset || has("counters"))
      void queryClient.invalidateQueries({ queryKey: ["menu-counters"] });
    if (isReset || has("saved"))
      void queryClient.invalidateQueries({ queryKey: ["saved-searches"] });
    if (isReset || has("session") || has("account"))
      refreshSession().catch(() => undefined);
    const changed = isReset ? null : changedRows(events);
    if (changed && isEmpty(changed)) return;
    const { workspace } = current();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [kind, list, id] }) => {
        if (!isRowQuery(kind)) return false;
        if (!changed) return true;
        if (kind === "lot") return changed.lotIds.includes(String(id));
        const hasChanged = (row: { list: unknown; id: unknown }) => {
          const resource = workspace.resources.find(
            ({ name }) => name === row.list,
          );
          return (
            resource !== undefined &&
            changedIds(changed, { workspace, resource }).includes(
              String(row.id),
            )
          );
        };
        return kind === "compare"
          ? readCompared(String(list)).some(hasChanged)
          : hasChanged({ list, id });
      },
    });
    // Failed calls leave the rows as they are until the next event.
    refreshLists({ queryClient, ...current(), changed }).catch(() => undefined);
  };

  shareStream({
    userId,
    signal,
    onEvents: (events) => {
      lastEventAt = performance.now();
      liveStore.set(true);
      retryUnreached(queryClient);
      for (const event of events) liveEvents.emit(event);
      pending.push(...events);
      timer ??= setTimeout(refresh, gatherMs + Math.random() * spreadMs);
    },
  });
  const watch = setInterval(() => {
    if (performance.now() - lastEventAt >= maxSilenceMs) liveStore.set(false);
  }, maxSilenceMs / 4);
  signal.addEventListener("abort", () => {
    clearInterval(watch);
    clearTimeout(timer);
    liveStore.set(false);
  });
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

/** The pages, the forms and the comparisons of single rows. */
const isRowQuery = (kind: unknown): boolean =>
  kind === "lot" || kind === "row" || kind === "edit" || kind === "compare";

const isEmpty = ({ bidIds, lotIds, lists }: NonNullable<Changed>): boolean =>
  bidIds.length === 0 && lotIds.length === 0 && lists.size === 0;

/** Returns the changed rows of all events; null when any row may have changed. */
function changedRows(events: readonly LiveEvent[]): Changed {
  const bidIds: string[] = [];
  const lotIds: string[] = [];
  const lists = new Map<string, readonly string[]>();
  for (const event of events) {
    if (event.name === "bids") {
      bidIds.push(...event.data.bidIds);
      lotIds.push(...event.data.lotIds);
    }
    if (event.name === "records")
      for (const { list, ids } of event.data.lists)
        lists.set(list, [...(lists.get(list) ?? []), ...ids]);
    if (event.name !== "lots") continue;
    for (const area of event.data.areas) {
      if (!area.lotIds && area.changed > 0) return null;
      lotIds.push(...(area.lotIds ?? []));
    }
  }
  return { bidIds, lotIds, lists };
}
