import { useQuery } from "@tanstack/react-query";
import type { MenuCountersReply } from "../../generated/schemas";
import { request } from "./http";
import { liveStore } from "./live/liveStore";
import { useStoreValue } from "./store";

/** Polling interval while there is no live stream. */
const pollMs = 60_000;

/** Returns the counters of the menu; undefined until they are loaded. */
export function useMenuCounters(): MenuCountersReply | undefined {
  const isLive = useStoreValue(liveStore);
  return useQuery({
    queryKey: ["menu-counters"],
    queryFn: ({ signal }) =>
      request<MenuCountersReply>("/site/menu-counters", { signal }),
    refetchInterval: isLive ? false : pollMs,
  }).data;
}
