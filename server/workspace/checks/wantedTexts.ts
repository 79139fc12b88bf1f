import {
  filterId,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { escapePointer } from "../../platform/pointer";

/** A text that is shown, and the locale keys it is looked for under, in order. */
export type WantedText = { file: string; pointer: string; keys: string[] };

/** What a list's own parts are called. */
export function listTexts(resource: Resource): WantedText[] {
  const { name, row, columns, filters, sorts, search } = resource;
  const field = (id: string) => `fields.${row}.${id}`;
  const own = (key: string) => `resources.${name}.${key}`;
  const texts = [
    { pointer: "/name", keys: [own("title")] },
    ...columns.map(({ id, fields: [first = ""] }, index) => ({
      pointer: `/columns/${index}`,
      keys: [own(`columns.${id}`), field(first)],
    })),
    ...filters.map((filter, index) => ({
      pointer: `/filters/${index}`,
      keys: [own(`filters.${filterId(filter)}`), field(filter.field)],
    })),
    ...sorts.map((sort, index) => ({
      pointer: `/sorts/${index}`,
      keys: [field(sort.field)],
    })),
    ...(search?.parameters ?? []).map(({ value }, index) => ({
      pointer: `/search/parameters/${index}`,
      keys: [`list.search.by.${value}`],
    })),
    { pointer: "/row", keys: [`list.found.${row}`] },
  ];
  return texts.map((text) => ({ file: `resources/${name}.json`, ...text }));
}

/** The choices and units of the fields that a list shows or filters by. */
export function fieldTexts(resource: Resource, row: RowSchema): WantedText[] {
  const { columns, card, filters } = resource;
  const { title = [], lines = [], ...single } = card ?? {};
  const shown = new Set([
    ...columns.flatMap(({ fields }) => fields),
    ...filters.map(({ field }) => field),
    ...title,
    ...lines.flat(),
    ...Object.values(single),
  ]);
  return Object.entries(row.properties)
    .filter(([name]) => shown.has(name))
    .flatMap(([name, field]) =>
      [...choiceTexts(row, name, field), ...unitTexts(field)].map(
        ({ pointer, keys }) => ({
          file: `schemas/${row.$id}.json`,
          pointer: `/properties/${escapePointer(name)}${pointer}`,
          keys,
        }),
      ),
    );
}

type Text = Pick<WantedText, "pointer" | "keys">;

function choiceTexts({ $id }: RowSchema, name: string, field: Field): Text[] {
  const key = (value: unknown) => [`choices.${$id}.${name}.${String(value)}`];
  const values = (field.enum ?? []).flatMap((value, index) =>
    value === null || typeof value === "boolean"
      ? []
      : [{ pointer: `/enum/${index}`, keys: key(value) }],
  );
  const groups = Object.keys(field["x-groups"] ?? {}).map((group) => ({
    pointer: `/x-groups/${escapePointer(group)}`,
    keys: key(group),
  }));
  return [...values, ...groups];
}

function unitTexts({ "x-unit": unit }: Field): Text[] {
  if (unit === undefined) return [];
  return [`list.units.${unit}`, `list.export.units.${unit}`].map((key) => ({
    pointer: "/x-unit",
    keys: [key],
  }));
}
