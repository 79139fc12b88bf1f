import type { ListingState } from "../../domain/listing/state";
import { forRole, type Resource } from "../../domain/resource";
import {
  createDataProvider,
  listParams,
  type RowRecord,
} from "../providers/dataProvider";
import { sessionStore } from "../providers/session";
import type { Workspace } from "../providers/workspace";
import { isPhoneNow } from "../ui/useMedia";
import { firstQueryClient } from "./queryClient";
import { facetsQuery } from "../workspace/listing/useFacets";

/**
 * Reads the first rows and facets of a list into the query cache, under the keys of
 * react-admin's list hooks and of `useFacets`. Failures are left to the list.
 */
export async function fillFirstList(
  workspace: Workspace,
  resource: Resource,
  { page, ...others }: ListingState,
): Promise<void> {
  const session = sessionStore.get();
  if (session.status !== "authenticated") return;
  const scrolls =
    isPhoneNow() ||
    forRole(resource.paging ?? "pages", session.role) === "scroll";
  const state = { ...others, page: scrolls ? 1 : page };
  const queryClient = firstQueryClient();
  const dataProvider = createDataProvider(workspace);
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
