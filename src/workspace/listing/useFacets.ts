import {
  useQuery,
  useQueries,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { filterKind } from "../../../domain/listing/kinds/kinds";
import type { ListingState } from "../../../domain/listing/state";
import { facetsCall, firstFacets } from "../../../domain/listing/wantedFacets";
import {
  filterId,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { FiltersReply, NumberRange } from "../../../generated/schemas";
import { CallError } from "../../providers/CallError";
import type { FilterOption, ListFilter } from "../../providers/dataProvider";
import { type Workspace, useWorkspace } from "../../providers/workspace";

export type Facets = {
  /** Number of rows that match the filters; undefined if it is not known. */
  found: number | undefined;
  /** Number of rows of the list without filters. */
  total: number | undefined;
  /** The options or the bounds of a filter, by its id. */
  of: (id: string) => FilterOption[] | NumberRange | undefined;
  /** The label of an option, if the page has loaded it; options may have left the facets. */
  labelOf: (id: string, value: string) => string | undefined;
  /** The number of rows of an option; undefined if it is not known. */
  countOf: (id: string, value: string) => number | undefined;
  /** Options or counts are still to come. */
  isLoading: boolean;
  /** Why the counts are missing or old. */
  failure: Failure | null;
  /** Why the options of a filter are missing, by its id. */
  failureOf: (id: string) => Failure | null;
  /** Loads the facets of the collapsed filters too. */
  requestAllFacets: () => void;
};

/** A server without time to count gives the totals -1 and no facets. */
const isUncounted = ({ totalSearchResults: total }: FiltersReply): boolean =>
  total < 0;
const uncounted = new CallError({ status: 503, code: "unavailable" });

/**
 * Returns the options and counts of the filters for the given choice. Keeps
 * the previous counts until new ones arrive. For filters that the facets call
 * leaves out, the options come without counts from calls of their own.
 */
export function useFacets(resource: Resource, choice: ListFilter): Facets {
  const { facets } = resource.calls;
  const workspace = useWorkspace();
  const queryClient = useQueryClient();
  const [hasAll, setHasAll] = useState(false);
  const { requested, queryKey, queryFn } = facetsQuery({
    workspace,
    resource,
    choice,
    hasAll,
  });
  const query = useQuery({
    queryKey,
    queryFn,
    enabled: facets !== undefined,
    placeholderData: (previous) => previous,
  });
  const { data, error, isError, isFetching, isPlaceholderData } = query;
  const reply = data?.reply;
  const counted = reply && !isUncounted(reply) ? reply : undefined;
  // Without counts for another choice the labels and the total are still true.
  const [last, setLast] = useState(counted);
  if (counted && counted !== last) setLast(counted);
  const missing = reply && !counted ? uncounted : null;
  const problem = isError ? error : missing;
  const { refetch } = query;
  // The same object while nothing has changed.
  const failure = useMemo(
    () => failureOf({ error: problem, isFetching, refetch }),
    [problem, isFetching, refetch],
  );
  const isSettled = data !== undefined || isError || facets === undefined;
  const covered = data ? data.requested : requested;
  const isMissing = (id: string) =>
    isSettled && (!covered || covered.includes(id)) && !facetOf(reply, id);
  const fallback = useFallbackOptions(
    resource,
    choice,
    resource.filters.filter((filter) => isMissing(filterId(filter))),
  );
  const isLoading = !isSettled || isPlaceholderData || fallback.isLoading;
  return useMemo(
    () => ({
      found: counted?.totalSearchResults,
      total: last?.totalResults,
      of: (id) => facetOf(reply, id) ?? fallback.options.get(id),
      countOf: (id, value) =>
        listIn(facetOf(reply, id) ?? fallback.options.get(id)).find(
          (option) => option.value === value,
        )?.counter,
      labelOf: (id, value) =>
        [
          facetOf(reply, id),
          facetOf(last, id),
          fallback.options.get(id),
          ...loadedOptions(queryClient, resource, id),
        ]
          .flatMap(listIn)
          .find((option) => option.value === value)?.label,
      isLoading,
      failure,
      failureOf: (id) => fallback.failures.get(id) ?? failure,
      requestAllFacets: () => {
        setHasAll(true);
      },
    }),
    [reply, counted, last, fallback, isLoading, failure, queryClient, resource],
  );
}

/** Returns the options of a filter in the earlier replies of facets and option calls. */
function loadedOptions(
  queryClient: QueryClient,
  { name, calls }: Resource,
  id: string,
) {
  const facets = queryClient.getQueriesData<{ reply?: FiltersReply }>({
    queryKey: [name, "facets"],
  });
  const options = queryClient.getQueriesData<Record<string, unknown>>({
    queryKey: [name, "options", id],
  });
  return [
    ...facets.map(([, data]) => facetOf(data?.reply, id)),
    ...options.map(([, data]) => data && optionsIn(data, calls.options?.[id])),
  ];
}

/**
 * Returns the numbers of rows by the values of a filter; null if the server has not counted
 * them.
 */
export function countsIn(
  reply: FiltersReply,
  id: string,
): ReadonlyMap<string, number> | null {
  const facet = facetOf(reply, id);
  if (isUncounted(reply) || !Array.isArray(facet)) return null;
  return new Map(facet.map(({ value, counter = 0 }) => [value, counter]));
}

function facetOf(reply: FiltersReply | undefined, id: string) {
  const facet: unknown = reply?.[id];
  return typeof facet === "object" && facet !== null
    ? (facet as FilterOption[] | NumberRange)
    : undefined;
}

const listIn = (facet: FilterOption[] | NumberRange | undefined) =>
  Array.isArray(facet) ? facet : [];

/** Whether a facet is the bounds of a range of numbers. */
export const isRange = (facet: unknown): facet is NumberRange =>
  typeof facet === "object" && facet !== null && "step" in facet;

/**
 * Returns the options of filters that the reply of the facets call does not cover, by the
 * ids of the filters. They come from the option calls of the declaration and, for the
 * sale days, from `/site/week-days`.
 */
function useFallbackOptions(
  resource: Resource,
  choice: ListFilter,
  filters: readonly Filter[],
): {
  options: ReadonlyMap<string, FilterOption[]>;
  failures: ReadonlyMap<string, Failure>;
  isLoading: boolean;
} {
  const { row, isOwnServer, call } = useWorkspace();
  const context = { resource, row: row(resource.row), choice, isOwnServer };
  const calls = filters.flatMap((filter) => optionCall(filter, context) ?? []);
  const loaded = useQueries({
    queries: calls.map(({ id, path, query }) => ({
      queryKey: [resource.name, "options", id, query],
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
    for (const { id, options: own, ...result } of loaded) {
      const failure = failureOf(result);
      if (own) options.set(id, own);
      if (failure) failures.set(id, failure);
    }
    const isLoading = loaded.some(({ isPending }) => isPending);
    return { options, failures, isLoading };
  }, [loaded]);
}

/** Returns null if the filter has no call, or its parent has no value. */
function optionCall(
  filter: Filter,
  {
    resource,
    row,
    choice,
    isOwnServer,
  }: {
    resource: Resource;
    row: RowSchema;
    choice: ListFilter;
    /** The facets call covers days and searchable options. */
    isOwnServer: boolean;
  },
): {
  id: string;
  path: string;
  query: Record<string, string>;
  rows?: string;
} | null {
  const id = filterId(filter);
  const field = row.properties[filter.field];
  if (field && filterKind(field, filter) === "days")
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

/**
 * Returns the query of the facets for a choice, by react-query's options.
 * `hasAll` also asks for the facets of the collapsed filters, `only` for these alone.
 */
export function facetsQuery({
  workspace,
  resource,
  choice,
  hasAll,
  only,
}: {
  workspace: Pick<Workspace, "call" | "isOwnServer">;
  resource: Resource;
  choice: Pick<ListingState, "filters" | "search">;
  hasAll: boolean;
  only?: string[];
}) {
  // Only our own server accepts a list of facets.
  const requested =
    workspace.isOwnServer && !hasAll
      ? (only ?? firstFacets(resource, choice.filters))
      : undefined;
  const query = facetsCall(resource, choice, requested);
  const { path = "", filters = "" } = resource.calls.facets ?? {};
  return {
    requested,
    queryKey: [resource.name, "facets", query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => ({
      requested,
      reply: withNested(
        await workspace.call<FiltersReply>(path, { query, signal }),
        filters,
      ),
    }),
  };
}

/** Returns the reply with the facets that stand under a key of it. */
function withNested(reply: FiltersReply, key: string): FiltersReply {
  const nested: unknown = reply[key];
  return typeof nested === "object" ? { ...reply, ...nested } : reply;
}

/** Options or counts that did not load. */
export type Failure = {
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
};

/** Returns the failure of a query; null if it has not failed. */
export const failureOf = ({
  error,
  isFetching,
  refetch,
}: {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}): Failure | null =>
  error
    ? { error, isRetrying: isFetching, onRetry: () => void refetch() }
    : null;

/** Returns the choices in the reply of an option call. */
export const optionsIn = (
  reply: Readonly<Record<string, unknown>>,
  call: { rows?: string } | undefined,
): FilterOption[] | undefined =>
  (reply[call?.rows ?? "options"] ?? reply.options) as
    | FilterOption[]
    | undefined;
