import { useQuery } from "@tanstack/react-query";
import type { MenuCountersReply } from "../../generated/schemas";
import { request } from "./http";

/** The numbers of the menu's badges; undefined until they are known. */
export const useMenuCounters = (): MenuCountersReply | undefined =>
  useQuery({
    queryKey: ["menu-counters"],
    queryFn: ({ signal }) =>
      request<MenuCountersReply>("/site/menu-counters", { signal }),
    refetchInterval: 60_000,
  }).data;
