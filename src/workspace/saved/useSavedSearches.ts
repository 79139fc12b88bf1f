import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { savedType } from "../../../domain/listing/savedSearch";
import { CallError } from "../../providers/http";
import { useWorkspace } from "../../providers/workspace";
import { useListing, useListRows } from "../listing/ListingContext";
import { getSearches, type SavedSearch } from "./calls";

const keyOf = (type: string) => ["saved-searches", type];

/**
 * The viewer's searches of this list, asked for once its rows are there, and
 * anew when the declarations change: what was gone may have come back.
 */
export function useSavedSearches(): UseQueryResult<SavedSearch[]> {
  const type = savedType(useListing().resource);
  const { viewerVersion, call } = useWorkspace();
  const { rows, error } = useListRows();
  return useQuery({
    queryKey: [...keyOf(type), viewerVersion],
    queryFn: ({ signal }) => getSearches(call, { type, signal }),
    placeholderData: (before, query) =>
      query?.queryKey[1] === type ? before : undefined,
    enabled: rows !== undefined || error !== null,
    staleTime: 60_000,
  });
}

/** Refused because the searches are others by now, as in another tab. */
const isOutdated = (error: unknown) =>
  error instanceof CallError && [404, 422].includes(error.status);

/**
 * A call that changes the searches of this list. It has ended when they have
 * been read again.
 */
export function useSearchChange<Asked>(
  call: (asked: Asked) => Promise<unknown>,
  onDone?: (asked: Asked) => void,
): UseMutationResult<unknown, Error, Asked> {
  const queryClient = useQueryClient();
  const type = savedType(useListing().resource);
  const readAgain = () =>
    queryClient.invalidateQueries({ queryKey: keyOf(type) });
  return useMutation({
    mutationFn: call,
    onSuccess: async (_reply, asked) => {
      void queryClient.invalidateQueries({ queryKey: ["menu-counters"] });
      await readAgain();
      onDone?.(asked);
    },
    onError: (error) => {
      if (isOutdated(error)) void readAgain();
    },
  });
}
