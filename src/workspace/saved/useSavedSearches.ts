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
  MySearchItem,
  MySearchReply,
  SaveSearchBody,
  UpdateSearchBody,
} from "../../../generated/schemas";
import { CallError, request } from "../../providers/http";
import { useWorkspace } from "../../providers/workspace";
import { useListing, useListRows } from "../listing/ListingContext";

export type SavedSearch = MySearchItem;

const post = (call: string, body: unknown): Promise<unknown> =>
  request(`/user/${call}`, { method: "POST", body });

export const saveSearch = (body: SaveSearchBody) => post("save-search", body);
export const updateSearch = (body: UpdateSearchBody) =>
  post("update-search", body);
export const deleteSearch = (id: string) => post("delete-search", { id });

const keyOf = (type: string) => ["saved-searches", type];

/**
 * Returns the viewer's saved searches of this list, newest first. They load
 * after the rows, and again when the declarations change, because dropped
 * criteria may be valid again.
 */
export function useSavedSearches(): UseQueryResult<SavedSearch[]> {
  const type = savedType(useListing().resource);
  // The workspace's own call, because the preview of a draft has no searches.
  const { viewerVersion, call } = useWorkspace();
  const { rows, error } = useListRows();
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
    enabled: rows !== undefined || error !== null,
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
export function useSearchChange<Variables>(
  call: (variables: Variables) => Promise<unknown>,
  onDone?: (variables: Variables) => void,
): UseMutationResult<unknown, Error, Variables> {
  const queryClient = useQueryClient();
  const type = savedType(useListing().resource);
  const readAgain = () =>
    queryClient.invalidateQueries({ queryKey: keyOf(type) });
  // A second click can come before the first has disabled its button.
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationFn: call,
    onSuccess: async (_reply, variables) => {
      void queryClient.invalidateQueries({ queryKey: ["menu-counters"] });
      await readAgain();
      onDone?.(variables);
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
