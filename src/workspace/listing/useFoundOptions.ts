import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { debounce } from "../../../domain/limits";
import { filterCall } from "../../../domain/listing/call";
import { filterId, type Filter } from "../../../domain/resource";
import type { OptionsReply } from "../../../generated/schemas";
import type { Choice } from "../../providers/choice";
import { useWorkspace } from "../../providers/workspace";
import { useDraft, useListing } from "./ListingContext";

/**
 * A filter's choices that contain a text, from the declaration's call for
 * them, once the text has stood still. Only of a filter that offers no more
 * than its commonest, and only where the server has such a call; undefined
 * where those offered are all there are.
 */
export function useFoundOptions(
  filter: Filter,
  text: string,
): { options: Choice[] | undefined; isSearching: boolean } {
  const { resource } = useListing();
  const { choice } = useDraft();
  const workspace = useWorkspace();
  const id = filterId(filter);
  const call = resource.calls.options?.[id];
  const search = useSettled(text, debounce.optionSearch);
  const canAsk =
    workspace.isServed && call !== undefined && filter.top !== undefined;
  const isAsked = canAsk && text !== "";
  const query = { ...filterCall(resource, choice), search };
  const { data, isFetching } = useQuery({
    queryKey: [resource.name, "options", id, query],
    queryFn: ({ signal }) =>
      workspace.call<OptionsReply>(call?.path ?? "", { query, signal }),
    enabled: isAsked && search !== "",
    placeholderData: (previous) => previous,
  });
  if (!isAsked) return { options: undefined, isSearching: false };
  return { options: data?.options, isSearching: isFetching || search !== text };
}

/** The text as it was when it last stood still for so many milliseconds. */
function useSettled(text: string, wait: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [text, wait]);
  return settled;
}
