import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { debounce } from "../../../domain/limits";
import { filterCall } from "../../../domain/listing/call";
import { filterId, type Filter } from "../../../domain/resource";
import type { OptionsReply } from "../../../generated/schemas";
import type { FilterOption } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { optionsIn, type Failure } from "./listQueries";
import { useDraft, useListing } from "./ListingContext";

/**
 * Searches the server for options of a filter that contain a text, after a
 * pause in typing. `options` is undefined if the text is empty, if the filter
 * already has all of its options (no `top`) or no option call, or after a failure.
 */
export function useOptionSearch(
  filter: Filter,
  text: string,
): {
  options: FilterOption[] | undefined;
  isSearching: boolean;
  failure: Failure | null;
} {
  const { resource } = useListing();
  const { choice } = useDraft();
  const workspace = useWorkspace();
  const id = filterId(filter);
  const call = resource.calls.options?.[id];
  const search = useDebounced(text, debounce.typed);
  const canSearch =
    workspace.isOwnServer &&
    call !== undefined &&
    filter.top !== undefined &&
    text !== "";
  const query = { ...filterCall(resource, choice), search };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [resource.name, "options", id, query],
    queryFn: ({ signal }) =>
      workspace.call<OptionsReply>(call?.path ?? "", { query, signal }),
    enabled: canSearch && search !== "",
    placeholderData: (previous) => previous,
  });
  if (!canSearch)
    return { options: undefined, isSearching: false, failure: null };
  const retry = () => void refetch();
  return {
    options: data && optionsIn(data, call),
    isSearching: isFetching || search !== text,
    failure: error && { error, isRetrying: isFetching, retry },
  };
}

/** Returns the text as soon as it has not changed for `delayMs`. */
export function useDebounced(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDebounced(text);
    }, delayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, delayMs]);
  return debounced;
}
