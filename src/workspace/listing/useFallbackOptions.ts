import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { filterKind } from "../../../domain/listing/filterKind";
import {
  filterId,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { FilterOption, ListFilter } from "../../providers/dataProvider";
import type { WorkspaceCall } from "../../providers/createWorkspace";
import { optionsIn, type Failure } from "./listQueries";

type Context = {
  resource: Resource;
  row: RowSchema;
  choice: ListFilter;
  /** The facets call covers days and searchable options. */
  isOwnServer: boolean;
};

type OptionCall = {
  id: string;
  path: string;
  query: Record<string, string>;
  rows?: string;
};

/** By the ids of the filters. */
type FallbackOptions = {
  options: ReadonlyMap<string, FilterOption[]>;
  failures: ReadonlyMap<string, Failure>;
  isLoading: boolean;
};

/**
 * Returns the options of filters that the reply of the facets call
 * does not cover. They come from the option calls of the declaration and, for
 * the sale days, from `/site/week-days`.
 */
export function useFallbackOptions({
  filters,
  call,
  ...context
}: Context & {
  filters: readonly Filter[];
  call: WorkspaceCall;
}): FallbackOptions {
  const calls = filters.flatMap((filter) => optionCall(filter, context) ?? []);
  const loaded = useQueries({
    queries: calls.map(({ id, path, query }) => ({
      queryKey: [context.resource.name, "options", id, query],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<Record<string, unknown>>(path, { query, signal }),
      staleTime: 60_000,
    })),
    combine: (results) =>
      calls.flatMap((optionCall, index) => {
        const result = results[index];
        if (!result) return [];
        const { data, error, isFetching, isPending, refetch } = result;
        const options = data && optionsIn(data, optionCall);
        const { id } = optionCall;
        return [{ id, options, error, isFetching, isPending, refetch }];
      }),
  });
  return useMemo(() => {
    const options = new Map<string, FilterOption[]>();
    const failures = new Map<string, Failure>();
    for (const { id, error, isFetching, refetch, ...result } of loaded) {
      if (result.options) options.set(id, result.options);
      const retry = () => void refetch();
      if (error) failures.set(id, { error, isRetrying: isFetching, retry });
    }
    const isLoading = loaded.some(({ isPending }) => isPending);
    return { options, failures, isLoading };
  }, [loaded]);
}

/** Returns null if the filter has no call, or its parent has no value. */
function optionCall(
  filter: Filter,
  { resource, row, choice, isOwnServer }: Context,
): OptionCall | null {
  const id = filterId(filter);
  const field = row.properties[filter.field];
  const kind = field && filterKind(field, filter);
  if (kind?.kind === "choices" && kind.of === "days")
    return isOwnServer ? null : { id, path: "/site/week-days", query: {} };
  const call = resource.calls.options?.[id];
  // `top` marks a call that searches many options; only our server has it.
  if (!call || (filter.top !== undefined && !isOwnServer)) return null;
  const { path, rows } = call;
  const own = { id, path, ...(rows === undefined ? {} : { rows }) };
  if (!call.by) return { ...own, query: {} };
  const parent = choice.filters[call.by];
  const parentValue = parent?.kind === "choices" ? parent.values[0] : undefined;
  if (parentValue === undefined) return null;
  return { ...own, query: { [call.as ?? call.by]: parentValue } };
}
