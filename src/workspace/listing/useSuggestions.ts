import { useQuery } from "@tanstack/react-query";
import { debounce } from "../../../domain/limits";
import type { Filter } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { useFieldText } from "../fieldText";
import { type Failure } from "./listQueries";
import { useListing } from "./ListingContext";
import { useDebounced } from "./useOptionSearch";

/** A row that the server suggests for a text. */
export type Suggestion = { key: string; value: string; details: string };

/** A longer list is not read; more text makes it shorter. */
const mostSuggestions = 10;

/**
 * Returns the rows that the call of the filter suggests for a text, after a pause in
 * typing; `found` is undefined while they load, after a failure and without a text.
 */
export function useSuggestions(
  { field, suggest }: Filter,
  text: string,
): { found: readonly Suggestion[] | undefined; failure: Failure | null } {
  const workspace = useWorkspace();
  const { resource } = useListing();
  const write = useFieldText();
  const { path = "", rows = "rows", details = [] } = suggest ?? {};
  const typed = useDebounced(text, debounce.typed);
  const isSettled = text !== "" && typed === text;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [resource.name, "suggestions", path, typed],
    queryFn: ({ signal }) =>
      workspace.call<Readonly<Record<string, unknown>>>(path, {
        query: { [field]: typed },
        signal,
      }),
    enabled: isSettled,
  });
  if (!isSettled) return { found: undefined, failure: null };
  const suggestions = rowsIn(data?.[rows]).map((row, place) => ({
    key: `${place} ${textOf(row[resource.key])}`,
    value: textOf(row[field]),
    details: details
      .map((name) => (row[name] ? write(name, row[name]) : ""))
      .filter(Boolean)
      .join(" · "),
  }));
  return {
    found: data && suggestions,
    failure: error && {
      error,
      isRetrying: isFetching,
      retry: () => void refetch(),
    },
  };
}

const rowsIn = (list: unknown): Row[] =>
  Array.isArray(list) ? (list.slice(0, mostSuggestions) as Row[]) : [];

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
