import { useInfiniteQuery } from "@tanstack/react-query";
import { rowPath } from "../../../domain/listing/defaultCalls";
import type { Resource } from "../../../domain/resource";
import type { RecordHistoryReply } from "../../../generated/schemas";
import { request } from "../../providers/http";

const pageSize = 20;

/** Reads the changes of a row by pages, newest first, if its list has the history call. */
export function useRowHistory(
  { name, calls }: Resource,
  id: string,
  isNeeded = true,
) {
  const { history } = calls;
  return useInfiniteQuery({
    enabled: isNeeded && history !== undefined,
    queryKey: ["row", name, id, "history"],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      request<RecordHistoryReply>(rowPath(history?.path ?? "", id), {
        query: { page: String(pageParam), pageSize: String(pageSize) },
        signal,
      }),
    getNextPageParam: ({ pageInfo: { page, totalSearchResults } }) =>
      page * pageSize < totalSearchResults ? page + 1 : undefined,
  });
}
