import {
  filterId,
  filterSend,
  type Filter,
  type Resource,
} from "../../../domain/resource";
import type { NumberRange } from "../../../generated/schemas";
import type { FilterOption } from "../rowApi";
import { readNumber } from "./coerceToSchema";
import { isFields, type Fields } from "../../../domain/formats";

/** Returns the reply and its nested groups of facets. */
const placesIn = (reply: Fields): Fields[] =>
  [reply, reply.filters, reply.selects, reply.ranges].filter(isFields);

function findIn(places: readonly Fields[], names: readonly string[]): unknown {
  for (const name of names)
    for (const place of places)
      if (place[name] !== undefined && place[name] !== null) return place[name];
  return undefined;
}

/** Returns the options or range of each filter by its id, and the totals. */
export function readFacets(resource: Resource, reply: unknown): Fields {
  const places = isFields(reply) ? placesIn(reply) : [];
  const facets = resource.filters.flatMap((filter) => {
    const names = [filterId(filter), filter.field, ...filterSend(filter)];
    const found = findIn(places, names);
    const facet = readRange(found, filter) ?? readChoices(found);
    return facet ? [[filterId(filter), facet] as const] : [];
  });
  return {
    success: true,
    ...Object.fromEntries<NumberRange | FilterOption[]>(facets),
    totalSearchResults: totalIn(places, "totalSearchResults"),
    totalResults: totalIn(places, "totalResults"),
  };
}

const totalIn = (places: readonly Fields[], name: string) =>
  readNumber(findIn(places, [name])) ?? undefined;

function readRange(value: unknown, filter: Filter): NumberRange | undefined {
  if (!isFields(value) || !("min" in value) || !("max" in value))
    return undefined;
  return {
    min: readNumber(value.min),
    max: readNumber(value.max),
    step: readNumber(value.step) ?? filter.step ?? 1,
  };
}

/** The values of "all" options, which our filters do not need. */
const allValues = new Set(["", "-1", "All"]);

/** Returns the reply if it is a list, else the first list in it. */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isFields(value)) return undefined;
  const { options } = value;
  const lists = [options, ...Object.values(value)];
  return lists.find((list): list is unknown[] => Array.isArray(list));
}

/** Returns the options in a reply; undefined if it contains no list. */
export function readChoices(value: unknown): FilterOption[] | undefined {
  return listIn(value)
    ?.map(readChoice)
    .filter(({ value: id }) => !allValues.has(id));
}

function readChoice(item: unknown): FilterOption {
  const { value, label, counter } = isFields(item)
    ? item
    : { value: item, label: item, counter: undefined };
  const id = textOf(value);
  const count = readNumber(counter);
  return {
    value: id,
    label: textOf(label) || id,
    ...(count === null ? {} : { counter: count }),
  };
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
