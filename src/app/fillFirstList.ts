import type { ListingState } from "../../domain/listing/state";
import { forRole, type Resource } from "../../domain/resource";
import { createDataProvider } from "../providers/dataProvider";
import { sessionStore } from "../providers/session";
import type { Workspace } from "../providers/workspace";
import { isPhoneNow } from "../ui/useMedia";
import { prefetchList } from "../workspace/listing/listQueries";
import { firstQueryClient } from "./queryClient";

/** Reads the first rows and facets of a list into the query cache. */
export async function fillFirstList(
  workspace: Workspace,
  resource: Resource,
  state: ListingState,
): Promise<void> {
  const session = sessionStore.get();
  if (session.status !== "authenticated") return;
  const scrolls =
    isPhoneNow() ||
    forRole(resource.paging ?? "pages", session.role) === "scroll";
  await prefetchList(firstQueryClient(), {
    workspace,
    dataProvider: createDataProvider(workspace),
    resource,
    state: scrolls ? { ...state, page: 1 } : state,
    scrolls,
  });
}
