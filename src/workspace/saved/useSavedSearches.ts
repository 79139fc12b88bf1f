import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useRef } from "react";
import { savedType } from "../../../domain/listing/savedSearch";
import type {
  DefaultViewBody,
  MySearchItem,
  MySearchReply,
  SaveSearchBody,
  SaveSearchReply,
  UpdateSearchBody,
} from "../../../generated/schemas";
import { CallError, request } from "../../providers/http";
import { useWorkspace } from "../../providers/workspace";
import { useListing, useListRows } from "../listing/ListingContext";

export type SavedSearch = MySearchItem;

const post = (call: string, body: unknown): Promise<unknown> =>
  request(`/user/${call}`, { method: "POST", body });

export const saveSearch = (body: SaveSearchBody) =>
  request<Partial<SaveSearchReply>>("/user/save-search", {
    method: "POST",
    body,
  });
export const updateSearch = (body: UpdateSearchBody) =>
  post("update-search", body);
/** Makes a view the one with which its list opens; null for none. */
export const setDefaultView = (body: DefaultViewBody) =>
  request("/user/default-view", { method: "PUT", body });
export const deleteSearch = (id: string) => post("delete-search", { id });

const keyOf = (type: string) => ["saved-searches", type];

/** Returns whether people save views of this list, with columns, instead of searches. */
export function useSavesViews(): boolean {
  const { resource } = useListing();
  const { isOwnServer } = useWorkspace();
  return resource.savedViews !== undefined && isOwnServer;
}

/**
 * Returns the viewer's saved searches of this list, newest first. They load
 * after the rows, views beside them, and again when the declarations change, because dropped
 * criteria may be valid again.
 */
export function useSavedSearches(): UseQueryResult<SavedSearch[]> {
  const type = savedType(useListing().resource);
  // The workspace's own call, because the preview of a draft has no searches.
  const { viewerVersion, call } = useWorkspace();
  const { rows, error } = useListRows();
  const savesViews = useSavesViews();
  return useQuery({
    queryKey: [...keyOf(type), viewerVersion],
    queryFn: async ({ signal }) => {
      const { items } = await call<Partial<MySearchReply>>("/user/my-search", {
        query: { type },
        signal,
      });
      if (!items) throw new CallError({ status: 200, code: "internal" });
      return items;
    },
    placeholderData: (before, query) =>
      query?.queryKey[1] === type ? before : undefined,
    enabled: savesViews || rows !== undefined || error !== null,
    staleTime: 60_000,
  });
}

/** The searches have changed elsewhere, for instance in another tab. */
const isOutdated = (error: unknown) =>
  error instanceof CallError && [404, 422].includes(error.status);

/**
 * Returns a mutation that changes the saved searches of this list. It ends when
 * the searches have been read again, and then calls `onDone`. Calls of `mutate`
 * while a change is running are ignored.
 */
export function useSearchChange<Variables, Reply>(
  call: (variables: Variables) => Promise<Reply>,
  onDone?: (variables: Variables, reply: Reply) => void,
): UseMutationResult<Reply, Error, Variables> {
  const queryClient = useQueryClient();
  const type = savedType(useListing().resource);
  const readAgain = () =>
    queryClient.invalidateQueries({ queryKey: keyOf(type) });
  // A second click can come before the first has disabled its button.
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationFn: call,
    onSuccess: async (reply, variables) => {
      void queryClient.invalidateQueries({ queryKey: ["menu-counters"] });
      await readAgain();
      onDone?.(variables, reply);
    },
    onError: (error) => {
      if (isOutdated(error)) void readAgain();
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  return {
    ...mutation,
    mutate: (...change) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(...change);
    },
  };
}
