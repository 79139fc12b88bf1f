import {
  defaultGroups,
  groupValue,
  missingFilter,
  missingValue,
  type Chart,
} from "../../../domain/chart";
import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import { filterKind } from "../../../domain/listing/kinds/kinds";
import type { ListingState } from "../../../domain/listing/state";
import { fieldType, filterId } from "../../../domain/resource";
import type { ListChartReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import {
  facetCounting,
  isCounted,
  labelFound,
  withValues,
  type ListingCall,
  type ListingReader,
} from "../listing";
import type { ListContext } from "./listSchemas";
import { choiceTexts } from "./readFacets";

type GroupsRequest = Pick<Chart, "by" | "most" | "order"> & {
  call: ListingCall;
  viewer: Viewer;
  language: Language;
};

type Reply = Required<ListChartReply>;

/** A value of a filter, with the state of the list that has its rows. */
type Group = Reply["groups"][number] & { state: ListingState };

type Groups = {
  /** The number of matching rows. */
  total: number;
  /** How many values have rows. */
  groupCount: number;
  groups: Group[];
  /** The rows without a value; the state is undefined if no filter finds them. */
  missing?: { count: number; state: ListingState | undefined };
  others?: Reply["others"];
};

/**
 * Counts the matching rows by the values of a filter. A count is the number of rows of the
 * list in the state of its group. Throws not_found for a filter that the viewer does not
 * have, and unavailable if there was no time to count.
 */
export async function readGroups(
  context: Pick<ListContext, "messages" | "schemas">,
  reader: ListingReader,
  { call, by = "", most = defaultGroups, order, ...request }: GroupsRequest,
): Promise<Groups> {
  const { resource, row } = call;
  const filter = resource.filters.find((each) => filterId(each) === by);
  const field = filter && row.properties[filter.field];
  if (!field) throw failure("not_found");
  const { source } = reader;
  const found = await reader.index.find({ ...call, source }, { facets: [by] });
  if (!isCounted(found)) throw failure("unavailable", { retryAfter: 1 });
  const { options } = await labelFound(
    reader,
    { query: call, found },
    { ...choiceTexts(context, { ...request, resource }), wanted: [by] },
  );
  // A group of values would count their rows twice.
  const isValue = (value: string) => !field["x-groups"]?.[value];
  const present = (options[by] ?? []).filter(
    ({ value, counter }) => counter > 0 && isValue(value),
  );
  const largest = present
    .toSorted((one, other) => other.counter - one.counter)
    .slice(0, most);
  const shown =
    order === "value"
      ? present.filter((option) => largest.includes(option))
      : largest;
  const counts = [...(found.counts.get(by)?.values() ?? [])];
  const filled = sumOf(counts);
  const isSingle =
    facetCounting[filterKind(field, filter)] === "values" &&
    fieldType(field) !== "array";
  const without = (found.facetTotals.get(by) ?? filled) - filled;
  const left = counts.length - shown.length;
  const empty = missingFilter(resource, filter);
  return {
    total: found.total,
    groupCount: present.length,
    groups: shown.map(({ value, label, counter }) => ({
      value,
      label,
      count: counter,
      state: withValues(call, filter, {
        [by]: groupValue(field, filter, value),
      }),
    })),
    ...(isSingle &&
      without > 0 && {
        missing: {
          count: without,
          state:
            empty &&
            withValues(call, filter, { [filterId(empty)]: missingValue }),
        },
      }),
    ...(left > 0 && {
      others: {
        values: left,
        ...(isSingle && {
          count: filled - sumOf(shown.map(({ counter }) => counter)),
        }),
      },
    }),
  };
}

const sumOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0);
