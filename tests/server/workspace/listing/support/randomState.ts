import { addDays } from "../../../../../domain/japanTime";
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
import { monday, pick, type Random } from "./randomLots";

type Declared = { resource: Resource; row: RowSchema };

/** A choice of filters, search, sort and page, some of it finding nothing. */
export function randomState(random: Random, declared: Declared): ListingState {
  const { resource } = declared;
  const filters: Record<string, FilterValue> = {};
  const wanted = random(4);
  for (let count = 0; count < wanted; count += 1) {
    const filter = pick(random, resource.filters);
    filters[filterId(filter)] = randomValue(random, declared, filter);
  }
  const sort = pick(random, resource.sorts);
  return {
    filters,
    search: random(4) === 0 ? randomSearch(random) : null,
    sort:
      random(3) === 0
        ? null
        : { id: sort.id, order: pick(random, ["ASC", "DESC"] as const) },
    page: 1 + random(3),
    pageSize: pick(random, [1, 7, 20, 50]),
  };
}

const randomSearch = (random: Random) =>
  pick(random, [
    { parameter: "lot_no", text: "1" },
    { parameter: "lot_no", text: "A_" },
    { parameter: "lot_no", text: "%" },
    { parameter: "model", text: "model 1" },
    { parameter: "chassis", text: "%1" },
    { parameter: "chassis", text: "x2" },
    { parameter: "equip", text: "nav" },
    { parameter: "equip", text: "AC sr" },
    { parameter: "equip", text: "'); drop table lots; --" },
  ]);

function randomValue(
  random: Random,
  { row }: Declared,
  filter: Filter,
): FilterValue {
  const field = row.properties[filter.field];
  if (!field) throw new Error(`No field ${filter.field}`);
  const kind = filterKind(field, filter);
  const ends = (low: number, step: number) => {
    const from = low + step * random(10);
    return random(3) === 0
      ? { from, to: null }
      : { from: random(3) === 0 ? null : from, to: from + step * random(10) };
  };
  switch (kind) {
    case "empty":
      return { kind: "choices", values: [pick(random, ["empty", "filled"])] };
    case "newerThan": {
      const years = pick(random, filter.years ?? [1]);
      return { kind: "choices", values: [String(years)] };
    }
    case "flag":
      return { kind: "flag", value: random(2) === 0 };
    case "text":
      return { kind: "text", text: pick(random, ["1", "a", "A_", "2%", "\\"]) };
    case "range": {
      const lows: Record<string, readonly [number, number]> = {
        year: [2010, 1],
        mileage: [0, 10_000],
        engine: [600, 200],
        horsePower: [40, 30],
        owners: [0, 1],
        pressure: [0, 0.5],
      };
      const [low, step] = lows[filter.field] ?? [0, 1];
      return { kind: "range", ...ends(low, step) };
    }
    case "dates": {
      const from = addDays(monday, random(6));
      const to = addDays(from, random(5));
      return pick(random, [
        { kind: "dates", from, to },
        { kind: "dates", from: null, to },
      ]);
    }
    default: {
      const single = filter.single === true;
      const values = Array.from({ length: single ? 1 : 1 + random(3) }, () =>
        randomChoice(random, kind, { name: filter.field, field }),
      );
      return { kind: "choices", values: [...new Set(values)] };
    }
  }
}

function randomChoice(
  random: Random,
  of: string,
  { name, field }: { name: string; field: Field },
): string {
  if (of === "days")
    return name === "registered"
      ? addDays("2015-01-01", random(30))
      : addDays(monday, random(10));
  if (of === "texts") return pick(random, ["tow bar", "winch", "x'; --"]);
  if (of === "enum") {
    const choices = (field.enum ?? []).filter((one) => one !== null);
    return String(
      pick(random, [...choices, ...Object.keys(field["x-groups"] ?? {})]),
    );
  }
  return String(random(40) === 0 ? 999_999_999 : 1 + random(7));
}
