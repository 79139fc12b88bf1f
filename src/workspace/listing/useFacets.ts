import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { filterKind } from "../../../domain/listing/filterKind";
import { facetsCall, firstFacets } from "../../../domain/listing/wantedFacets";
import { filterId, type Filter } from "../../../domain/resource";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { FiltersReply, NumberRange } from "../../../generated/schemas";
import type { Choice } from "../../providers/choice";
import type { ListFilter } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { useCalledOptions } from "./useCalledOptions";

export type Facets = {
  /** Rows that the choice would show; unknown until the first answer. */
  found: number | undefined;
  /** Rows of the whole list. */
  total: number | undefined;
  of: (id: string) => Choice[] | NumberRange | undefined;
  /** The closed group of filters has been opened: it wants counts as well. */
  wantAll: () => void;
};

/**
 * The choices of the filters on screen with their counts, for a choice that
 * need not be applied yet. The counts before stay until the new ones are there.
 * What the server's facets lack comes from the calls for it, without counts.
 */
export function useFacets(resource: Resource, choice: ListFilter): Facets {
  const { facets } = resource.calls;
  const { row, isServed, call } = useWorkspace();
  const [isAllWanted, setIsAllWanted] = useState(false);
  // Only our own server knows how to count some of them.
  const wanted =
    isServed && !isAllWanted
      ? firstFacets(resource, choice.filters)
      : undefined;
  const query = facetsCall(resource, choice, wanted);
  const { data, isError } = useQuery({
    queryKey: [resource.name, "facets", query],
    queryFn: async ({ signal }) => ({
      wanted,
      reply: await call<FiltersReply>(facets?.path ?? "", { query, signal }),
    }),
    enabled: facets !== undefined,
    placeholderData: (previous) => previous,
  });
  const reply = data?.reply;
  const isKnown = data !== undefined || isError || facets === undefined;
  const asked = data ? data.wanted : wanted;
  const isLacking = (id: string) =>
    isKnown && (!asked || asked.includes(id)) && !facetOf(reply, id);
  const called = useCalledOptions({
    resource,
    row: row(resource.row),
    choice,
    lacking: resource.filters.filter((one) => isLacking(filterId(one))),
    isServed,
    call,
  });
  return useMemo(
    () => ({
      found: reply?.totalSearchResults,
      total: reply?.totalResults,
      of: (id) => facetOf(reply, id) ?? called.get(id),
      wantAll: () => {
        setIsAllWanted(true);
      },
    }),
    [reply, called],
  );
}

function facetOf(reply: FiltersReply | undefined, id: string) {
  const facet: unknown = reply?.[id];
  return typeof facet === "object" && facet !== null
    ? (facet as Choice[] | NumberRange)
    : undefined;
}

/** A filter's choices: from the facets, else from the schema. */
export function optionsOf({
  row,
  filter,
  facets,
}: {
  row: RowSchema;
  filter: Filter;
  facets: Facets;
}): Choice[] | undefined {
  const facet = facets.of(filterId(filter));
  return Array.isArray(facet) ? facet : enumOptions(row, filter);
}

function enumOptions(row: RowSchema, filter: Filter): Choice[] | undefined {
  const field = row.properties[filter.field];
  if (!field) return undefined;
  const kind = filterKind(field, filter);
  if (kind.kind !== "choices" || kind.of !== "enum") return undefined;
  const groups = Object.keys(field["x-groups"] ?? {});
  return [...(field.enum ?? []), ...groups]
    .filter((value) => value !== null && value !== "")
    .map((value) => ({ value: String(value), label: String(value) }));
}
