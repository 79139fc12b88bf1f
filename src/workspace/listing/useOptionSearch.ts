import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { debounce } from "../../../domain/limits";
import { filterCall } from "../../../domain/listing/call";
import { filterId, type Filter } from "../../../domain/resource";
import type { OptionsReply } from "../../../generated/schemas";
import type { Choice } from "../../providers/choice";
import { useWorkspace } from "../../providers/workspace";
import { optionsIn } from "./listQueries";
import { useDraft, useListing } from "./ListingContext";

/**
 * Searches the server for options of a filter that contain a text, after a
 * pause in typing. `options` is undefined if the text is empty, or if the
 * filter already has all of its options (no `top`) or no option call.
 */
export function useOptionSearch(
  filter: Filter,
  text: string,
): { options: Choice[] | undefined; isSearching: boolean } {
  const { resource } = useListing();
  const { choice } = useDraft();
  const workspace = useWorkspace();
  const id = filterId(filter);
  const call = resource.calls.options?.[id];
  const search = useDebounced(text, debounce.optionSearch);
  const canSearch =
    workspace.capabilities.completeFacets &&
    call !== undefined &&
    filter.top !== undefined &&
    text !== "";
  const query = { ...filterCall(resource, choice), search };
  const { data, isFetching } = useQuery({
    queryKey: [resource.name, "options", id, query],
    queryFn: ({ signal }) =>
      workspace.call<OptionsReply>(call?.path ?? "", { query, signal }),
    enabled: canSearch && search !== "",
    placeholderData: (previous) => previous,
  });
  if (!canSearch) return { options: undefined, isSearching: false };
  const options = data && optionsIn(data, call);
  return { options, isSearching: isFetching || search !== text };
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
