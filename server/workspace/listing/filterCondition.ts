import { sql } from "kysely";
import { filterKind } from "../../../domain/listing/filterKind";
import type { FilterValue } from "../../../domain/listing/state";
import { fieldType, type Field, type Filter } from "../../../domain/resource";
import { dayValue, fieldValue, likePattern } from "./fieldSql";
import { storageOf, type Condition, type RowSource } from "./rowSource";

type Filtered = { source: RowSource; filter: Filter; field: Field };

/** The rows that a chosen value of a filter keeps. */
export function filterCondition(
  filtered: Filtered,
  chosen: FilterValue,
): Condition {
  const { source, filter, field } = filtered;
  const value = fieldValue(source, filter.field, field);
  switch (chosen.kind) {
    case "choices":
      return choicesCondition(filtered, chosen.values);
    case "flag":
      return sql`${value} = ${chosen.value}::boolean`;
    case "text":
      return sql`${value} ilike ${`${likePattern(chosen.text)}%`}`;
    case "range": {
      const type = fieldType(field) === "integer" ? sql`int` : sql`numeric`;
      return between({ value, type, ...chosen });
    }
    case "dates":
      return between({ ...dayValue(source, filter.field, field), ...chosen });
  }
}

function between(options: {
  value: ReturnType<typeof fieldValue>;
  type: ReturnType<typeof fieldValue>;
  from: number | string | null;
  to: number | string | null;
}): Condition {
  const { value, type, from, to } = options;
  const ends = [
    ...(from === null ? [] : [sql`${value} >= ${from}::${type}`]),
    ...(to === null ? [] : [sql`${value} <= ${to}::${type}`]),
  ];
  return sql`(${sql.join(ends, sql` and `)})`;
}

function choicesCondition(
  { source, filter, field }: Filtered,
  values: readonly string[],
): Condition {
  const kind = filterKind(field, filter);
  const value = fieldValue(source, filter.field, field);
  switch (kind.kind === "choices" ? kind.of : "texts") {
    case "terms":
      return sql`${value} = any(${values.map(Number)}::int[])`;
    case "days": {
      const day = dayValue(source, filter.field, field);
      return sql`${day.value} = any(${values}::${day.type}[])`;
    }
    case "texts":
      return sql`${value} && ${values}::text[]`;
    case "enum": {
      const members = values.flatMap((one) => groupMembers(field, one));
      const isColumn = storageOf(source, filter.field).kind !== "extra";
      return fieldType(field) === "integer" && isColumn
        ? sql`${value} = any(${members.map(Number)}::int[])`
        : sql`${value}::text = any(${members}::text[])`;
    }
  }
}

/** The values that a choice stands for: those of its group, or itself. */
export function groupMembers(field: Field, value: string): string[] {
  const groups = new Map(Object.entries(field["x-groups"] ?? {}));
  return (groups.get(value) ?? [value]).map(String);
}
