import {
  useQuery,
  type QueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { Resource } from "../../domain/resource";
import type { ComparablesReply } from "../../generated/schemas";
import { request } from "./http";
import { useWorkspace } from "./workspace";

/** A price list changes once a week, with the turnover. */
const staleMs = 10 * 60_000;

const keyOf = (lotId: string) => ["comparables", lotId];

/** The page types of coming lots that are compared with past sales. */
const comingTypes = ["auction", "bikes"];

/**
 * Returns whether the page of a lot shows its earlier auctions, and whether it shows its
 * market value: by `x-history` of the row schema, on servers that answer the calls.
 */
export function useLotHistory({
  row,
  pageType,
}: Pick<Resource, "row" | "pageType">): {
  hasPassport: boolean;
  hasWorth: boolean;
} {
  const { capabilities, row: schemaOf } = useWorkspace();
  const hasPassport =
    capabilities.lotHistory && schemaOf(row)["x-history"] !== undefined;
  return {
    hasPassport,
    hasWorth: hasPassport && comingTypes.some((type) => type === pageType),
  };
}

/**
 * Returns the past sales that a coming lot compares with. Other servers lack
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
      request<ComparablesReply>("/lot/comparables", {
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
