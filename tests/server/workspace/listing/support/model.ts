import { filterKind } from "../../../../../domain/listing/kinds/kinds";
import type {
  FilterValue,
  ListingState,
} from "../../../../../domain/listing/state";
import {
  filterId,
  type Field,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../../../domain/resource";

/** A lot in memory: schema values, and the dictionary ids of its words. */
export type ModelLot = {
  id: string;
  values: Readonly<Record<string, unknown>>;
  termIds: Readonly<Record<string, number | null>>;
};

export type Model = {
  lots: readonly ModelLot[];
  resource: Resource;
  row: RowSchema;
  now: Date;
};

type Filters = ListingState["filters"];

function fieldOf(model: Model, name: string): Field {
  const field = model.row.properties[name];
  if (!field) throw new Error(`No field ${name}`);
  return field;
}

const text = (value: unknown): string =>
  typeof value === "string" ? value : "";

const lower = (value: unknown): string => text(value).toLowerCase();

/** The grades of the random lots from best to worst; others have no rank. */
const grades = ["S", "5", "4.5", "4", "3.5", "RA", "R", "***"];

function rankOf(grade: string): number | null {
  const rank = grades.indexOf(grade);
  return rank < 0 ? null : rank;
}

/** The chips of Wednesday 18 November 2026: Monday to Saturday, and Monday. */
const saleDays = [16, 17, 18, 19, 20, 21, 23].map((day) => `2026-11-${day}`);

/** The keys that a lot counts for in a filter: ids, days, entries or the value. */
function keysOf(model: Model, lot: ModelLot, filter: Filter): string[] {
  const kind = filterKind(fieldOf(model, filter.field), filter);
  const value = lot.values[filter.field];
  if (kind === "empty") return [isGiven(value) ? "filled" : "empty"];
  if (kind === "newerThan") return yearsOf(model, filter, value);
  if (kind === "terms") {
    const id = lot.termIds[filter.field];
    return id == null ? [] : [String(id)];
  }
  if (Array.isArray(value)) return [...new Set(value.map(String))];
  if (value === null || value === undefined) return [];
  if (kind === "days") return [text(value).slice(0, 10)];
  if (typeof value === "boolean") return [value ? "1" : "0"];
  return [typeof value === "number" ? String(value) : text(value)];
}

const isGiven = (value: unknown): boolean =>
  !(value === null || value === undefined || value === "") &&
  !(Array.isArray(value) && value.length === 0);

/** The offered numbers of years that a year or a day is not older than. */
function yearsOf({ now }: Model, filter: Filter, value: unknown): string[] {
  const japan = new Date(now.getTime() + 9 * 3_600_000);
  const back = (years: number) => {
    const year = japan.getUTCFullYear() - years;
    return typeof value === "number"
      ? value >= year
      : text(value).slice(0, 10) >=
          `${String(year)}${japan.toISOString().slice(4, 10)}`;
  };
  return (filter.years ?? []).filter(back).map(String);
}

function keeps(
  model: Model,
  lot: ModelLot,
  filter: Filter,
  chosen: FilterValue,
): boolean {
  const value = lot.values[filter.field];
  switch (chosen.kind) {
    case "flag":
      return value === chosen.value;
    case "text":
      return lower(value).startsWith(chosen.text.toLowerCase());
    case "range":
      return (
        typeof value === "number" &&
        (chosen.from === null || value >= chosen.from) &&
        (chosen.to === null || value <= chosen.to)
      );
    case "dates": {
      const day = text(value).slice(0, 10);
      if (day === "") return false;
      return (
        (chosen.from === null || day >= chosen.from) &&
        (chosen.to === null || day <= chosen.to)
      );
    }
    case "choices": {
      const groups = fieldOf(model, filter.field)["x-groups"] ?? {};
      const wanted = new Set(
        chosen.values.flatMap((one) => (groups[one] ?? [one]).map(String)),
      );
      return keysOf(model, lot, filter).some((key) => wanted.has(key));
    }
  }
}

function isFound(
  { resource }: Model,
  lot: ModelLot,
  search: ListingState["search"],
): boolean {
  if (!search) return true;
  const parameter = resource.search?.parameters.find(
    ({ value }) => value === search.parameter,
  );
  const wanted = search.text.toLowerCase();
  return (parameter?.fields ?? []).some((name) => {
    const value = lower(lot.values[name]);
    if (parameter?.match === "prefix") return value.startsWith(wanted);
    if (parameter?.match === "contains") return value.includes(wanted);
    const words = value.split(" ");
    return wanted
      .split(" ")
      .every((part) => words.some((word) => word.startsWith(part)));
  });
}

function narrow(model: Model, filters: Filters, state: ListingState) {
  return model.lots.filter(
    (lot) =>
      isFound(model, lot, state.search) &&
      model.resource.filters.every((filter) => {
        const chosen = filters[filterId(filter)];
        return !chosen || keeps(model, lot, filter, chosen);
      }),
  );
}

/** The ids of the page and the total. */
export function modelSearch(
  model: Model,
  state: ListingState,
): { ids: string[]; total: number } {
  const found = narrow(model, state.filters, state);
  const ordered = [...found].sort((a, b) => compare(model, state, a, b));
  const start = (state.page - 1) * state.pageSize;
  return {
    ids: ordered.slice(start, start + state.pageSize).map(({ id }) => id),
    total: found.length,
  };
}

function compare(
  model: Model,
  state: ListingState,
  a: ModelLot,
  b: ModelLot,
): number {
  const { resource, now } = model;
  const sort = resource.sorts.find(({ id }) => id === state.sort?.id);
  const byId = Number(a.id) - Number(b.id);
  if (sort && state.sort)
    return (
      byKey(
        sortKey(a, sort.field),
        sortKey(b, sort.field),
        state.sort.order === "DESC",
      ) || byId
    );
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  const past = ({ values }: ModelLot) =>
    values.auctionDate == null
      ? null
      : Number(Date.parse(text(values.auctionDate)) < minute);
  return (
    byKey(past(a), past(b), false) ||
    byKey(sortKey(a, "auctionDate"), sortKey(b, "auctionDate"), false) ||
    byId
  );
}

type Key = number | string | readonly string[] | null;

function sortKey({ values }: ModelLot, name: string): Key {
  const value = values[name];
  if (name === "gears" && typeof value === "number") return String(value);
  if (name === "condition") return rankOf(text(value));
  if (typeof value === "boolean") return Number(value);
  if (Array.isArray(value)) return value.length > 0 ? value.map(String) : null;
  if (typeof value === "number" || typeof value === "string") return value;
  return null;
}

function byKey(a: Key, b: Key, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const isSame = Array.isArray(a) && String(a) === String(b);
  return isSame ? 0 : (isBefore(a, b) ? -1 : 1) * (isDescending ? -1 : 1);
}

/** Lists stand by their first entry that differs, the shorter one first. */
function isBefore(a: Exclude<Key, null>, b: Exclude<Key, null>): boolean {
  if (typeof a !== "object" || typeof b !== "object") return a < b;
  const place = a.findIndex((entry, index) => entry !== b[index]);
  const [one, other] = [a[place], b[place]];
  return place < 0 || (one !== undefined && other !== undefined && one < other);
}

/** The filters that hold for a facet: all but its own and those it clears. */
export function withoutFacet(
  { resource }: Model,
  filter: Filter,
  filters: Filters,
): Filters {
  const id = filterId(filter);
  const inside = resource.filters.filter(({ by }) => by === id).map(filterId);
  const cleared = new Set([id, ...(filter.resets ?? []), ...inside]);
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => !cleared.has(name)),
  );
}

/** The counts of a facet by value, without values of no row. */
export function modelCounts(
  model: Model,
  filter: Filter,
  state: ListingState,
): Map<string, number> {
  const counts = new Map<string, number>();
  if (filter.by && !state.filters[filter.by]) return counts;
  const base = narrow(model, withoutFacet(model, filter, state.filters), state);
  for (const lot of base)
    for (const key of keysOf(model, lot, filter))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const groups = fieldOf(model, filter.field)["x-groups"] ?? {};
  for (const [group, members] of Object.entries(groups)) {
    const sum = members.reduce<number>(
      (total, member) => total + (counts.get(String(member)) ?? 0),
      0,
    );
    if (sum > 0) counts.set(group, sum);
  }
  return counts;
}

/** The values that a facet lists although no row has them. */
export function alwaysListed(
  model: Model,
  filter: Filter,
  state: ListingState,
): string[] {
  if (filter.by && !state.filters[filter.by]) return [];
  const chosen = state.filters[filterId(filter)];
  const kind = filterKind(fieldOf(model, filter.field), filter);
  const days = kind === "days" ? saleDays : [];
  if (chosen?.kind === "choices") return [...days, ...chosen.values];
  if (chosen?.kind === "flag") return [chosen.value ? "1" : "0"];
  return days;
}

/** The bounds of a range in the list without that range. */
export function modelBounds(
  model: Model,
  filter: Filter,
  state: ListingState,
): { min: number | null; max: number | null } {
  const base = narrow(model, withoutFacet(model, filter, state.filters), state);
  const values = base.flatMap(({ values: one }) => {
    const value = one[filter.field];
    return typeof value === "number" ? [value] : [];
  });
  if (values.length === 0) return { min: null, max: null };
  return {
    min: Math.min(...values),
    max: Math.max(...values),
  };
}
