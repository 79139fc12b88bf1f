import type { QueryClient } from "@tanstack/react-query";
import type { DataProvider } from "ra-core";
import { facetsCall, firstFacets } from "../../../domain/listing/wantedFacets";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import type { FiltersReply } from "../../../generated/schemas";
import type { RowRecord, FilterOption } from "../../providers/dataProvider";
import type { Workspace } from "../../providers/workspace";

/** Returns the parameters of react-admin's list hooks for the state of a list. */
export const listParams = (state: ListingState, scrolls: boolean) => ({
  pagination: { page: scrolls ? 1 : state.page, perPage: state.pageSize },
  sort: { field: state.sort?.id ?? "", order: state.sort?.order ?? "ASC" },
  filter: { filters: state.filters, search: state.search },
});

/**
 * Returns the query of the facets for a choice, by react-query's options.
 * `hasAll` also asks for the facets of the collapsed filters.
 */
export function facetsQuery({
  workspace,
  resource,
  choice,
  hasAll,
}: {
  workspace: Pick<Workspace, "call" | "isOwnServer">;
  resource: Resource;
  choice: Pick<ListingState, "filters" | "search">;
  hasAll: boolean;
}) {
  // Only our own server accepts a list of facets.
  const requested =
    workspace.isOwnServer && !hasAll
      ? firstFacets(resource, choice.filters)
      : undefined;
  const query = facetsCall(resource, choice, requested);
  const { path = "", filters = "" } = resource.calls.facets ?? {};
  return {
    requested,
    queryKey: [resource.name, "facets", query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => ({
      requested,
      reply: withNested(
        await workspace.call<FiltersReply>(path, { query, signal }),
        filters,
      ),
    }),
  };
}

/** Options or counts that did not load. */
export type Failure = {
  error: unknown;
  isRetrying: boolean;
  retry: () => void;
};

/** Returns the choices in the reply of an option call. */
export const optionsIn = (
  reply: Readonly<Record<string, unknown>>,
  call: { rows?: string } | undefined,
): FilterOption[] | undefined =>
  (reply[call?.rows ?? "options"] ?? reply.options) as
    | FilterOption[]
    | undefined;

/** Returns the reply with the facets that stand under a key of it. */
function withNested(reply: FiltersReply, key: string): FiltersReply {
  const nested: unknown = reply[key];
  return typeof nested === "object" ? { ...reply, ...nested } : reply;
}

/**
 * Reads the rows and facets of a list into the query cache, under the keys of
 * react-admin's list hooks and of `useFacets`. Failures are left to the list.
 */
export async function prefetchList(
  queryClient: QueryClient,
  list: {
    workspace: Workspace;
    dataProvider: DataProvider;
    resource: Resource;
    state: ListingState;
    scrolls: boolean;
  },
): Promise<void> {
  const { workspace, dataProvider, resource, state, scrolls } = list;
  const params = listParams(state, scrolls);
  const { name, calls } = resource;
  const rows = async ({ signal }: { signal: AbortSignal }) => {
    const result = await dataProvider.getList<RowRecord>(name, {
      ...params,
      signal,
    });
    const { data, total, pageInfo } = result;
    return { data, total, pageInfo, meta: result.meta as unknown };
  };
  await Promise.allSettled([
    scrolls
      ? queryClient.infiniteQuery({
          queryKey: [name, "getInfiniteList", params],
          queryFn: async (call) => ({ ...(await rows(call)), pageParam: 1 }),
          initialPageParam: 1,
        })
      : queryClient.query({
          queryKey: [name, "getList", params],
          queryFn: rows,
        }),
    calls.facets &&
      queryClient.query(
        facetsQuery({ workspace, resource, choice: state, hasAll: false }),
      ),
  ]);
}
