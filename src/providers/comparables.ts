import {
  useQuery,
  type QueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { ComparablesReply } from "../../generated/schemas";
import { request } from "./http";
import { useWorkspace } from "./workspace";

/** A price list changes once a week, with the turnover. */
const staleMs = 10 * 60_000;

const keyOf = (lotId: string) => ["comparables", lotId];

/**
 * Returns the past sales that a coming car compares with. Other servers lack
 * the call, and nothing is loaded from them.
 */
export function useComparables(
  lotId: string,
  { isEnabled = true }: { isEnabled?: boolean } = {},
): UseQueryResult<ComparablesReply> {
  const { capabilities } = useWorkspace();
  return useQuery({
    queryKey: keyOf(lotId),
    queryFn: ({ signal }) =>
      request<ComparablesReply>("/car-auction/comparables", {
        query: { id: lotId },
        signal,
      }),
    enabled: isEnabled && capabilities.lotHistory,
    staleTime: staleMs,
  });
}

/** Returns the middle price of the comparable sales in yen, if it is loaded. */
export const loadedMiddle = (
  queryClient: QueryClient,
  lotId: string,
): number | null =>
  queryClient.getQueryData<ComparablesReply>(keyOf(lotId))?.range?.middle ??
  null;
