import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { request } from "./http";

/** A call whose reply several screens share under `key`, until it is `staleMs` old. */
type SharedCall = {
  key: readonly string[];
  path: string;
  query: Record<string, string>;
  staleMs: number;
};

/** Reads a shared call, once for all screens that need it. */
export const useSharedCall = <Reply>(
  { key, path, query, staleMs }: SharedCall,
  { isEnabled = true }: { isEnabled?: boolean } = {},
): UseQueryResult<Reply> =>
  useQuery({
    queryKey: key,
    // Live events name the paths of calls that answer something else.
    meta: { path },
    queryFn: ({ signal }) => request<Reply>(path, { query, signal }),
    enabled: isEnabled,
    staleTime: staleMs,
  });
