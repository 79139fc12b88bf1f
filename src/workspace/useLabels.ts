import { useCallback, useMemo } from "react";
import { useTranslate } from "ra-core";
import {
  isDate,
  type Column,
  type Filter,
  type Resource,
  type RowSchema,
  type Sort,
} from "../../domain/resource";
import { filterId } from "../../domain/resource";
import { readableKey } from "../ui/readableKey";
import type { ChosenSort } from "../../domain/listing/state";

/** The name of a field: from the locale, else the schema's title. */
export function useFieldLabel(row: RowSchema): (name: string) => string {
  const translate = useTranslate();
  return useCallback(
    (name) =>
      translate(`fields.${row.$id}.${name}`, {
        _: row.properties[name]?.title ?? readableKey(name),
      }),
    [row, translate],
  );
}

export type Labels = {
  title: string;
  column: (column: Column) => string;
  filter: (filter: Filter) => string;
  sort: (sort: ChosenSort | null) => string;
  /** A parameter of the quick search. */
  parameter: (value: string) => string;
};

/** Every name on a list: the declaration's own words, else its fields'. */
export function useLabels(resource: Resource, row: RowSchema): Labels {
  const translate = useTranslate();
  const field = useFieldLabel(row);
  return useMemo(() => {
    const own = (key: string, otherwise: string) =>
      translate(`resources.${resource.name}.${key}`, { _: otherwise });
    const dates = resource.sorts.filter(isDateSort(row)).length;
    return {
      title: own("title", readableKey(resource.name.replaceAll("-", "_"))),
      column: ({ id, fields }) => own(`columns.${id}`, field(fields[0] ?? id)),
      filter: (filter) =>
        own(`filters.${filterId(filter)}`, field(filter.field)),
      parameter: (value) =>
        translate(`list.search.by.${value}`, { _: readableKey(value) }),
      sort: (chosen) => {
        const sort = resource.sorts.find(({ id }) => id === chosen?.id);
        return chosen && sort
          ? translate(sortKey({ sort, row, chosen, dates }), {
              field: field(sort.field),
            })
          : own("defaultSort", translate("list.sort.default"));
      },
    };
  }, [resource, row, field, translate]);
}

function sortKey({
  sort,
  row,
  chosen,
  dates,
}: {
  sort: Sort;
  row: RowSchema;
  chosen: ChosenSort;
  /** How many of the list's sorts are by a date. */
  dates: number;
}): string {
  const ending = chosen.order === "ASC" ? "ascending" : "descending";
  if (!isDateSort(row)(sort)) return `list.sort.${ending}`;
  return `list.sort.${dates > 1 ? "field" : ""}date${ending}`;
}

const isDateSort =
  (row: RowSchema) =>
  ({ field }: Sort): boolean =>
    isDate(row.properties[field] ?? {});
