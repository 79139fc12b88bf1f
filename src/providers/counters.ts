import { useQuery } from "@tanstack/react-query";
import type { MenuCountersReply } from "../../generated/schemas";
import { request } from "./http";
import { liveStore } from "./live/liveStore";
import { useStoreValue } from "./store";

/** Where nothing tells that the numbers have changed. */
const pollMilliseconds = 60_000;

/** The numbers of the menu's badges; undefined until they are known. */
export function useMenuCounters(): MenuCountersReply | undefined {
  const isLive = useStoreValue(liveStore);
  return useQuery({
    queryKey: ["menu-counters"],
    queryFn: ({ signal }) =>
      request<MenuCountersReply>("/site/menu-counters", { signal }),
    refetchInterval: isLive ? false : pollMilliseconds,
  }).data;
}
