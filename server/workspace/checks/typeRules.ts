import { orderOf } from "../../../domain/condition/values";
import type { ValueForm } from "../../../domain/listing/kinds/kind";
import {
  filterKind,
  formOf,
  hasChoices,
} from "../../../domain/listing/kinds/kinds";
import { hasGroups, type Chart } from "../../../domain/chart";
import { readFilter } from "../../../domain/listing/filterText";
import { defaultValue } from "../../../domain/listing/offeredFilters";
import {
  allValue,
  fieldType,
  filterId,
  filterSend,
  isDate,
  isNumber,
  type Column,
  type Field,
  type Filter,
  type Resource,
} from "../../../domain/resource";
import { cellTypes } from "../../../generated/registeredNames";
import { hintFor } from "../../platform/nearest";
import { fault, type Fault, type Message } from "../../platform/problem";
import { rule, type Facts, type Rule } from "./rules";

/** The message that names the values of a filter. */
const formNames: Readonly<Record<ValueForm, Message>> = {
  choices: { id: "kindChoices" },
  range: { id: "kindRange" },
  dates: { id: "kindDates" },
  flag: { id: "kindFlag" },
  text: { id: "kindText" },
};

/** The values of filters that an option is for. */
const formOfOption = {
  step: "range",
  top: "choices",
  commonFirst: "choices",
  switches: "choices",
  single: "choices",
} as const;

type PastLast = NonNullable<Resource["defaultOrder"]>;
type Tabs = NonNullable<Resource["tabs"]>;

/** Returns a rule that the fields at a path are of a kind. */
const fieldRule = (
  path: string,
  id: Message["id"],
  isOfKind: (field: Field) => boolean,
): Rule =>
  rule(path, function* (name: string, { row }) {
    const field = row.properties[name];
    if (field && !isOfKind(field)) yield fault("", id, { field: name });
  });

const isWhole = (field: Field): boolean => fieldType(field) === "integer";

/** Returns whether values can be compared with a day or a year. */
const hasYears = (field: Field): boolean =>
  orderOf(field) === "date" || (orderOf(field) === "number" && isWhole(field));

/** Rules about options that the type of a field does not allow. */
export const typeRules: readonly Rule[] = [
  rule("filters/*", filterFaults),
  rule("filters", repeatedFields),
  rule(
    "defaultOrder",
    function* ({ field: name, pastLast }: PastLast, { row }) {
      const field = row.properties[name];
      if (pastLast && field && !isDate(field))
        yield fault("/pastLast", "orderNotDate", { field: name });
    },
  ),
  rule("tabs", tabFaults),
  rule("columns/*", cellFaults),
  fieldRule("chart/x", "chartNotDate", isDate),
  fieldRule("chart/y", "chartNotWhole", isWhole),
  rule("chart", chartFaults),
  fieldRule("summary/*", "summaryNotNumber", isNumber),
  fieldRule("summary/*/field", "summaryNotNumber", isNumber),
];

/** A chart has both axes, or a filter whose values are known without another filter. */
function* chartFaults(
  { x, y, by, most, order }: Chart,
  { row, filters }: Facts,
): Generator<Fault> {
  const hasAxes = x !== undefined && y !== undefined;
  const hasAxis = x !== undefined || y !== undefined;
  if (by === undefined ? !hasAxes : hasAxis) yield fault("", "chartAxes");
  for (const [key, value] of Object.entries({ most, order }))
    if (by === undefined && value !== undefined)
      yield fault(`/${key}`, "chartNeedsBy", { key });
  const filter = filters.find((each) => filterId(each) === by);
  const field = filter && row.properties[filter.field];
  if (!field) return;
  if (!hasGroups(field, filter))
    yield fault("/by", "chartNotChoices", { name: filterId(filter) });
  if (filter.by !== undefined)
    yield fault("/by", "chartWithin", {
      name: filterId(filter),
      outer: filter.by,
    });
}

function* filterFaults(
  filter: Filter,
  { row, filters }: Facts,
): Generator<Fault> {
  const id = filterId(filter);
  if (filter.resets?.includes(id))
    yield fault(`/resets/${filter.resets.indexOf(id)}`, "filterItself");
  yield* circleFaults("/by", filter, (of) => of.by, filters);
  yield* circleFaults("/resets", filter, (of) => of.resets, filters);
  const field = row.properties[filter.field];
  if (!field) return;
  const form = formOf(filterKind(field, filter));
  const values = { field: filter.field, kind: formNames[form] };
  if (holdsObjects(field)) yield fault("/field", "filterObjects");
  if (filter.kind === "newerThan" && !hasYears(field))
    yield fault("/kind", "newerThanNeedsDate", { field: filter.field });
  if (filter.years && filter.kind !== "newerThan")
    yield fault("/years", "yearsNeedNewerThan");
  for (const [key, needed] of Object.entries(formOfOption))
    if (key in filter && needed !== form)
      yield fault(`/${key}`, "filterOption", {
        ...values,
        needed: formNames[needed],
      });
  yield* controlFaults(filter, field);
  if (filterSend(filter).length === 2 && form !== "dates")
    yield fault("/send", "sendNotDate", values);
  const whole = { ...filter, except: [] };
  const { default: first, switches = [], except = [] } = filter;
  if (first && !defaultValue(field, whole, "2026-11-20"))
    yield notInFilter("/default/value", first.value, field);
  for (const [index, value] of switches.entries())
    if (!readFilter(field, filter, value))
      yield notInFilter(`/switches/${index}`, value, field);
  for (const [index, value] of except.entries())
    if (!readFilter(field, whole, value))
      yield notInFilter(`/except/${index}`, value, field);
}

/** A control draws the values of an enum, or takes a text. */
function* controlFaults(filter: Filter, field: Field): Generator<Fault> {
  const { control, field: name } = filter;
  const kind = filterKind(field, filter);
  if (control === "segments" && kind !== "enum")
    yield fault("/control", "segmentsNeedEnum", { field: name });
  if (control === "search" && kind !== "text")
    yield fault("/control", "filterOption", {
      field: name,
      kind: formNames[formOf(kind)],
      needed: formNames.text,
    });
}

export function notInFilter(
  pointer: string,
  value: string,
  { enum: values = [] }: Field,
): Fault {
  const known = values.filter((other) => other !== null).map(String);
  return fault(pointer, "notInFilter", { value, hint: hintFor(value, known) });
}

/** Yields a fault if other filters lead from this filter back to it. */
function* circleFaults(
  pointer: "/by" | "/resets",
  filter: Filter,
  next: (of: Filter) => string | readonly string[] | undefined,
  filters: readonly Filter[],
): Generator<Fault> {
  const start = filterId(filter);
  const queue = [[start]];
  const seen = new Set([start]);
  for (const path of queue) {
    const last = path.at(-1);
    const at = filters.find((other) => filterId(other) === last);
    for (const id of [(at && next(at)) ?? []].flat()) {
      if (id === start) {
        // A filter that resets itself is reported at that entry.
        if (path.length > 1 || pointer === "/by")
          yield fault(
            pointer,
            path.length > 1 ? "filterCircle" : "filterItself",
            { path: [...path, id].join(" → ") },
          );
        return;
      }
      if (seen.has(id)) continue;
      seen.add(id);
      queue.push([...path, id]);
    }
  }
}

/**
 * Two filters of one kind over one field contradict each other, unless people
 * see one of them at most.
 */
function* repeatedFields(
  filters: readonly Filter[],
  { row }: Facts,
): Generator<Fault> {
  const seen = new Map<string, number>();
  for (const [index, filter] of filters.entries()) {
    const field = row.properties[filter.field];
    if (!field || filter.when || filter.group === "hidden") continue;
    const kind = filterKind(field, filter);
    const key = `${filter.field} ${kind} ${filter.access ? index : ""}`;
    const other = seen.get(key);
    if (other === undefined) seen.set(key, index);
    else
      yield fault(`/${index}/field`, "filteredTwice", {
        field: filter.field,
        other: `/filters/${other}`,
      });
  }
}

const holdsObjects = (field: Field): boolean =>
  fieldType(field) === "object" ||
  (fieldType(field) === "array" && fieldType(field.items ?? {}) === "object");

function* tabFaults(tabs: Tabs, { row, filters }: Facts): Generator<Fault> {
  const target = filters.find((filter) => filterId(filter) === tabs.filter);
  const field = target && row.properties[target.field];
  if (!field) return;
  if (!hasChoices(field, target)) {
    const form = formOf(filterKind(field, target));
    const values = { filter: tabs.filter, kind: formNames[form] };
    yield fault("/filter", "tabsNeedChoices", values);
    return;
  }
  for (const [index, { value }] of tabs.values.entries())
    if (value !== allValue && !readFilter(field, target, value))
      yield notInFilter(`/values/${index}/value`, value, field);
}

/** A cell must be registered and able to show the first field. */
function* cellFaults(
  { cell, fields }: Column,
  { row }: Facts,
): Generator<Fault> {
  if (cell === undefined) return;
  const types = Object.hasOwn(cellTypes, cell) ? cellTypes[cell] : undefined;
  if (!types) {
    const hint = hintFor(cell, Object.keys(cellTypes));
    yield fault("/cell", "unknownCell", { name: cell, hint });
    return;
  }
  const [name = ""] = fields;
  const field = row.properties[name];
  const type = field && (isDate(field) ? "date" : fieldType(field));
  if (type === undefined || types.includes(type)) return;
  yield fault("/cell", "cellNeedsType", {
    cell,
    field: name,
    type,
    types: types.join(", "),
  });
}
