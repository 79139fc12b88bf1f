import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { filterKind } from "../../../domain/listing/filterKind";
import {
  filterId,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { Choice } from "../../providers/choice";
import type { ListFilter } from "../../providers/dataProvider";
import type { WorkspaceCall } from "../../providers/createWorkspace";

type OptionCall = { id: string; path: string; query: Record<string, string> };

/**
 * The choices of filters that a server's facets leave out, from the calls that
 * have them: those of the declaration, and the sale days of the week.
 */
export function useCalledOptions(options: {
  resource: Resource;
  row: RowSchema;
  choice: ListFilter;
  /** The filters without a facet; none as long as that is not known. */
  lacking: readonly Filter[];
  isServed: boolean;
  call: WorkspaceCall;
}): ReadonlyMap<string, Choice[]> {
  const { resource, lacking, call } = options;
  const calls = lacking.flatMap((filter) => callOf(filter, options) ?? []);
  const found = useQueries({
    queries: calls.map(({ id, path, query }) => ({
      queryKey: [resource.name, "options", id, query],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<{ options: Choice[] }>(path, { query, signal }),
      staleTime: 60_000,
    })),
    combine: (results) =>
      calls.flatMap(({ id }, index) => {
        const choices = results[index]?.data?.options;
        return choices ? [{ id, choices }] : [];
      }),
  });
  return useMemo(
    () => new Map(found.map(({ id, choices }) => [id, choices])),
    [found],
  );
}

function callOf(
  filter: Filter,
  {
    resource,
    row,
    choice,
    isServed,
  }: {
    resource: Resource;
    row: RowSchema;
    choice: ListFilter;
    isServed: boolean;
  },
): OptionCall | null {
  const id = filterId(filter);
  const field = row.properties[filter.field];
  const kind = field && filterKind(field, filter);
  if (kind?.kind === "choices" && kind.of === "days")
    return isServed ? null : { id, path: "/site/week-days", query: {} };
  const call = resource.calls.options?.[id];
  // A search among many is a call that only our own server has.
  if (!call || (filter.top !== undefined && !isServed)) return null;
  if (!call.by) return { id, path: call.path, query: {} };
  const parent = choice.filters[call.by];
  const within = parent?.kind === "choices" ? parent.values[0] : undefined;
  if (within === undefined) return null;
  return { id, path: call.path, query: { [call.as ?? call.by]: within } };
}
