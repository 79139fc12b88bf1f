import type { QueryClient } from "@tanstack/react-query";
import type { DataProvider } from "ra-core";
import { debounce } from "../../../domain/limits";
import type { LiveEvent } from "../../../domain/liveEvent";
import type { Workspace } from "../createWorkspace";
import { liveEvents } from "../events";
import { liveStore } from "./liveStore";
import { refreshLists, type Changed } from "./refreshLists";
import { canShare, shareStream } from "./shareStream";

/** After so long without a word from the server the polling begins again. */
const longestSilence = 60_000;
/** Browsers that hear of one change ask in turn, within this time. */
const spread = 600;

/**
 * Follows what changes on a server of ours until `signal`, where the browser
 * can: the menu's numbers, the state of bids, new lots. Each change reads again
 * only what is on screen and shows it.
 */
export function startLive(options: {
  queryClient: QueryClient;
  /** Those of this moment: the declarations may change meanwhile. */
  current: () => { dataProvider: DataProvider; workspace: Workspace };
  userId: string;
  signal: AbortSignal;
}): void {
  const { queryClient, current, userId, signal } = options;
  if (!canShare()) return;
  let heardAt = 0;
  let pending: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const act = () => {
    timer = undefined;
    const events = pending.splice(0);
    const has = (name: LiveEvent["name"]) =>
      events.some((event) => event.name === name);
    const isReset = has("reset");
    if (isReset || has("counters"))
      void queryClient.invalidateQueries({ queryKey: ["menu-counters"] });
    const changed = isReset ? null : changedRows(events);
    if (changed?.bidIds.length === 0 && changed.lotIds.length === 0) return;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [kind, , id] }) =>
        kind === "lot" && (!changed || changed.lotIds.includes(String(id))),
    });
    refreshLists({ queryClient, ...current(), changed }).catch(() => undefined);
  };

  shareStream({
    userId,
    signal,
    onEvents: (events) => {
      heardAt = Date.now();
      liveStore.set(true);
      for (const event of events) liveEvents.emit(event);
      pending.push(...events);
      timer ??= setTimeout(act, debounce.notification + Math.random() * spread);
    },
  });
  const watch = setInterval(() => {
    liveStore.set(Date.now() - heardAt < longestSilence);
  }, longestSilence / 4);
  signal.addEventListener("abort", () => {
    clearInterval(watch);
    clearTimeout(timer);
    pending = [];
    liveStore.set(false);
  });
}

/** Returns the changed rows of all events; null when any row may have changed. */
function changedRows(events: readonly LiveEvent[]): Changed {
  const bidIds: string[] = [];
  const lotIds: string[] = [];
  for (const event of events) {
    if (event.name === "bids") {
      bidIds.push(...event.data.bidIds);
      lotIds.push(...event.data.lotIds);
    }
    if (event.name !== "lots") continue;
    for (const area of event.data.areas) {
      if (!area.lotIds && area.changed > 0) return null;
      lotIds.push(...(area.lotIds ?? []));
    }
  }
  return { bidIds, lotIds };
}
