import type { QueryClient } from "@tanstack/react-query";
import { standingKey } from "../form/useClientStanding";

const listMethods = ["getList", "getInfiniteList"];

/** The first word of the keys of other queries that contain bids. */
const bidQueries = [
  "bid-client",
  "bid-logs",
  standingKey,
  "compare",
  "menu-counters",
];

/**
 * Marks the queries that show a changed bid as out of date: the page of its lot, lists
 * and counters. Queries that are on screen load again.
 */
export const refreshBid = (
  queryClient: QueryClient,
  lotId: string,
): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, second, third] }) =>
      kind === "detail"
        ? third === lotId
        : bidQueries.includes(String(kind)) ||
          listMethods.includes(String(second)),
  });
