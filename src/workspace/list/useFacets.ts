import { useQuery } from "@tanstack/react-query";
import { filterCall } from "../../../domain/listing/call";
import { filterKind } from "../../../domain/listing/filterKind";
import { filterId, type Filter } from "../../../domain/resource";
import type { Resource, RowSchema } from "../../../domain/resource";
import type {
  FiltersReply,
  NumberRange,
  Option,
  OptionsReply,
} from "../../../generated/schemas";
import type { ListFilter } from "../../providers/dataProvider";
import { request } from "../../providers/http";

export type Facets = {
  /** Rows that the choice would show; unknown until the first answer. */
  found: number | undefined;
  /** Rows of the whole list. */
  total: number | undefined;
  of: (id: string) => Option[] | NumberRange | undefined;
};

/**
 * The choices of every filter with their counts, for a choice that need not
 * be applied yet. The counts before stay until the new ones are there.
 */
export function useFacets(resource: Resource, choice: ListFilter): Facets {
  const { facets } = resource.calls;
  const query = filterCall(resource, choice);
  const { data } = useQuery({
    queryKey: [resource.name, "facets", query],
    queryFn: ({ signal }) =>
      request<FiltersReply>(facets?.path ?? "", { query, signal }),
    enabled: facets !== undefined,
    placeholderData: (previous) => previous,
  });
  return {
    found: data?.totalSearchResults,
    total: data?.totalResults,
    of: (id) => facetOf(data, id),
  };
}

function facetOf(reply: FiltersReply | undefined, id: string) {
  const facet: unknown = reply?.[id];
  return typeof facet === "object" && facet !== null
    ? (facet as Option[] | NumberRange)
    : undefined;
}

/**
 * A filter's choices: from the facets, else from the declaration's call for
 * them, else from the schema.
 */
export function useOptions({
  resource,
  row,
  filter,
  facets,
  choice,
}: {
  resource: Resource;
  row: RowSchema;
  filter: Filter;
  facets: Facets;
  choice: ListFilter;
}): Option[] | undefined {
  const id = filterId(filter);
  const facet = facets.of(id);
  const call = resource.calls.options?.[id];
  const parent = call?.by ? choice.filters[call.by] : undefined;
  const within = parent?.kind === "choices" ? parent.values[0] : undefined;
  const query: Record<string, string> =
    call?.by && within ? { [call.as ?? call.by]: within } : {};
  const isAnswerable = call !== undefined && (!call.by || within !== undefined);
  const { data } = useQuery({
    queryKey: [resource.name, "options", id, query],
    queryFn: ({ signal }) =>
      request<OptionsReply>(call?.path ?? "", { query, signal }),
    enabled: isAnswerable && !facet && facets.total !== undefined,
  });
  if (Array.isArray(facet)) return facet;
  return data?.options ?? enumOptions(row, filter);
}

function enumOptions(row: RowSchema, filter: Filter): Option[] | undefined {
  const field = row.properties[filter.field];
  if (!field) return undefined;
  const kind = filterKind(field, filter);
  if (kind.kind !== "choices" || kind.of !== "enum") return undefined;
  return (field.enum ?? []).flatMap((value) =>
    value === null
      ? []
      : [{ value: String(value), label: String(value), counter: 0 }],
  );
}
