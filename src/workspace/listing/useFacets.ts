import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { filterKind } from "../../../domain/listing/filterKind";
import {
  filterId,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { FiltersReply, NumberRange } from "../../../generated/schemas";
import { CallError } from "../../providers/CallError";
import type { FilterOption, ListFilter } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { facetsQuery, type Failure } from "./listQueries";
import { useFallbackOptions } from "./useFallbackOptions";

export type Facets = {
  /** Number of rows that match the filters; undefined if it is not known. */
  found: number | undefined;
  /** Number of rows of the list without filters. */
  total: number | undefined;
  /** The options or the bounds of a filter, by its id. */
  of: (id: string) => FilterOption[] | NumberRange | undefined;
  /** The label that an option of a filter last had. */
  labelOf: (id: string, value: string) => string | undefined;
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
  const { row, isOwnServer, call } = workspace;
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
  const failure = useFailure(problem, isFetching, query.refetch);
  const isSettled = data !== undefined || isError || facets === undefined;
  const covered = data ? data.requested : requested;
  const isMissing = (id: string) =>
    isSettled && (!covered || covered.includes(id)) && !facetOf(reply, id);
  const fallback = useFallbackOptions({
    resource,
    row: row(resource.row),
    choice,
    filters: resource.filters.filter((filter) => isMissing(filterId(filter))),
    isOwnServer,
    call,
  });
  const isLoading = !isSettled || isPlaceholderData || fallback.isLoading;
  return useMemo(
    () => ({
      found: counted?.totalSearchResults,
      total: last?.totalResults,
      of: (id) => facetOf(reply, id) ?? fallback.options.get(id),
      labelOf: (id, value) => {
        const known =
          facetOf(reply, id) ?? facetOf(last, id) ?? fallback.options.get(id);
        return Array.isArray(known)
          ? known.find((option) => option.value === value)?.label
          : undefined;
      },
      isLoading,
      failure,
      failureOf: (id) => fallback.failures.get(id) ?? failure,
      requestAllFacets: () => {
        setHasAll(true);
      },
    }),
    [reply, counted, last, fallback, isLoading, failure],
  );
}

/** Returns the failure of a query, the same object while nothing has changed. */
function useFailure(
  error: unknown,
  isRetrying: boolean,
  refetch: () => unknown,
): Failure | null {
  return useMemo(
    () => (error ? { error, isRetrying, retry: () => void refetch() } : null),
    [error, isRetrying, refetch],
  );
}

function facetOf(reply: FiltersReply | undefined, id: string) {
  const facet: unknown = reply?.[id];
  return typeof facet === "object" && facet !== null
    ? (facet as FilterOption[] | NumberRange)
    : undefined;
}

/** Whether a facet is the bounds of a range of numbers. */
export const isRange = (facet: unknown): facet is NumberRange =>
  typeof facet === "object" && facet !== null && "step" in facet;

/** Returns the options of a filter from its facet, else from its schema. */
export function optionsOf({
  row,
  filter,
  facets,
}: {
  row: RowSchema;
  filter: Filter;
  facets: Facets;
}): FilterOption[] | undefined {
  const facet = facets.of(filterId(filter));
  return Array.isArray(facet) ? facet : enumOptions(row, filter);
}

function enumOptions(
  row: RowSchema,
  filter: Filter,
): FilterOption[] | undefined {
  const field = row.properties[filter.field];
  if (!field) return undefined;
  const kind = filterKind(field, filter);
  if (kind.kind !== "choices" || kind.of !== "enum") return undefined;
  const groups = Object.keys(field["x-groups"] ?? {});
  return [...(field.enum ?? []), ...groups]
    .filter((value) => value !== null && value !== "")
    .map((value) => ({ value: String(value), label: String(value) }));
}
