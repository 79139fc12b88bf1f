import {
  filterKind,
  type FilterKind,
} from "../../../domain/listing/filterKind";
import { readFilter } from "../../../domain/listing/filterText";
import {
  fieldType,
  filterId,
  filterSend,
  isDate,
  type Field,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { Fault } from "../../platform/problem";

/** How a filter works, in the words of docs/declarations.md. */
const kindWords: Readonly<Record<FilterKind["kind"], string>> = {
  choices: "choices",
  range: "a range",
  dates: "from and to",
  flag: "a toggle",
  text: "text that it begins with",
};

/** What is said of one kind of filter only. */
const kindsOfKey = {
  step: ["range"],
  top: ["choices"],
  single: ["choices"],
} as const;

/**
 * What a declaration asks of fields that their types cannot give: filters,
 * orders, tabs. Its names are known to be there.
 */
export function* checkFilters(
  resource: Resource,
  row: RowSchema,
): Generator<Fault> {
  for (const [index, filter] of resource.filters.entries()) {
    const field = row.properties[filter.field];
    if (!field) continue;
    for (const { pointer, reason } of filterFaults(filter, field, resource))
      yield { pointer: `/filters/${index}${pointer}`, reason };
  }
  const { defaultOrder } = resource;
  if (defaultOrder) {
    const { field, pastLast } = defaultOrder;
    const ordered = row.properties[field];
    if (pastLast && ordered && !isDate(ordered))
      yield {
        pointer: "/defaultOrder/pastLast",
        reason: `is for dates, and "${field}" is none`,
      };
  }
  yield* tabFaults(resource, row);
}

function* filterFaults(
  filter: Filter,
  field: Field,
  { filters }: Resource,
): Generator<Fault> {
  const { kind } = filterKind(field, filter);
  if (holdsObjects(field))
    yield {
      pointer: "/field",
      reason: "is a list of objects, which no filter can tell",
    };
  for (const [key, kinds] of Object.entries(kindsOfKey))
    if (key in filter && !kinds.some((one) => one === kind))
      yield {
        pointer: `/${key}`,
        reason: `is for ${kinds.map((one) => kindWords[one]).join(" or ")}, and "${filter.field}" is filtered by ${kindWords[kind]}`,
      };
  if (filterSend(filter).length === 2 && kind !== "dates")
    yield {
      pointer: "/send",
      reason: `two names are from and to of a date, and "${filter.field}" is none`,
    };
  for (const [index, value] of (filter.except ?? []).entries())
    if (!readFilter(field, { ...filter, except: [] }, value))
      yield {
        pointer: `/except/${index}`,
        reason: `"${value}" is no value of this filter`,
      };
  const id = filterId(filter);
  for (const [index, name] of (filter.resets ?? []).entries())
    if (name === id)
      yield { pointer: `/resets/${index}`, reason: "is the filter itself" };
  const circle = circleOf(filter, filters);
  if (circle)
    yield {
      pointer: "/by",
      reason:
        circle.length === 1
          ? "is the filter itself"
          : `leads back to it: ${[...circle, id].join(" by ")}`,
    };
}

/** The filters from this one back to it by `by`; null when they end. */
function circleOf(filter: Filter, filters: readonly Filter[]): string[] | null {
  const start = filterId(filter);
  const passed: string[] = [];
  let at: Filter | undefined = filter;
  while (at && !passed.includes(filterId(at))) {
    passed.push(filterId(at));
    const { by }: Filter = at;
    if (by === start) return passed;
    at = filters.find((one) => filterId(one) === by);
  }
  return null;
}

const holdsObjects = (field: Field): boolean =>
  fieldType(field) === "object" ||
  (fieldType(field) === "array" && fieldType(field.items ?? {}) === "object");

function* tabFaults(
  { tabs, filters }: Resource,
  row: RowSchema,
): Generator<Fault> {
  const target = filters.find((one) => filterId(one) === tabs?.filter);
  const field = target && row.properties[target.field];
  if (!tabs || !field) return;
  const { kind } = filterKind(field, target);
  if (kind !== "choices")
    yield {
      pointer: "/tabs/filter",
      reason: `tabs set choices, and "${tabs.filter}" is filtered by ${kindWords[kind]}`,
    };
  else
    for (const [index, { value }] of tabs.values.entries())
      if (value !== "All" && !readFilter(field, target, value))
        yield {
          pointer: `/tabs/values/${index}/value`,
          reason: `"${value}" is no value of the filter "${tabs.filter}"${valuesOf(field)}`,
        };
}

const valuesOf = ({ enum: values }: Field): string =>
  values
    ? `; there is ${values.filter((one) => one !== null).join(", ")} and All`
    : "";
