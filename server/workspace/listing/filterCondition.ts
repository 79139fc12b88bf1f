import { sql } from "kysely";
import { filterKind } from "../../../domain/listing/filterKind";
import type { FilterValue } from "../../../domain/listing/state";
import { fieldType, type Field, type Filter } from "../../../domain/resource";
import {
  extraForm,
  extraIsOneOf,
  filterForm,
  type ExtraPlace,
} from "./extraSql";
import { codeValue, dayValue, extraPlace, fieldValue } from "./fieldSql";
import {
  beginsWith,
  between,
  groupMembers,
  isOneOf,
  likePattern,
} from "./filterParts";
import { storageOf, type Condition, type RowSource } from "./rowSource";

type Filtered = { source: RowSource; filter: Filter; field: Field };

/** Returns the condition of a filter with this value. */
export function filterCondition(
  filtered: Filtered,
  chosen: FilterValue,
): Condition {
  const { source, filter, field } = filtered;
  const storage = storageOf(source, filter.field);
  if (storage.kind === "extra") {
    const place = extraPlace(source, storage);
    return extraCondition({ place, filter, field }, chosen);
  }
  const value = fieldValue(source, filter.field, field);
  switch (chosen.kind) {
    case "choices":
      return choicesCondition(filtered, chosen.values);
    case "flag":
      return sql`${value} = ${chosen.value}::boolean`;
    case "text":
      return beginsWith(value, chosen.text);
    case "range": {
      const type = fieldType(field) === "integer" ? sql`int` : sql`numeric`;
      return between({ value, type, ...chosen });
    }
    case "dates":
      return between({ ...dayValue(source, filter.field, field), ...chosen });
  }
}

function choicesCondition(
  { source, filter, field }: Filtered,
  values: readonly string[],
): Condition {
  const kind = filterKind(field, filter);
  const value = fieldValue(source, filter.field, field);
  switch (kind.kind === "choices" ? kind.of : "texts") {
    case "terms":
      return isOneOf({ value, type: sql`int` }, values.map(Number));
    case "days":
      return isOneOf(dayValue(source, filter.field, field), values);
    case "texts":
      return sql`${value} && ${values}::text[]`;
    case "codes":
      return isOneOf(codeValue(source, filter.field, field), values);
    case "enum": {
      const members = values.flatMap((choice) => groupMembers(field, choice));
      return fieldType(field) === "integer"
        ? isOneOf({ value, type: sql`int` }, members.map(Number))
        : isOneOf({ value: sql`${value}::text`, type: sql`text` }, members);
    }
  }
}

/**
 * Returns the filter condition for a field of `extra`. It uses the same
 * expression as the index of that filter.
 */
function extraCondition(
  { place, filter, field }: { place: ExtraPlace; filter: Filter; field: Field },
  chosen: FilterValue,
): Condition {
  const form = filterForm(field, filter);
  const value = extraForm(place, field, form);
  switch (chosen.kind) {
    case "flag":
      return sql`${value} = ${chosen.value}::boolean`;
    case "text":
      return sql`${value} like lower(${`${likePattern(chosen.text)}%`}::text)`;
    case "range":
      return between({ value, type: sql`numeric`, ...chosen });
    case "dates":
      return between({ value, type: sql`text`, ...chosen });
    case "choices": {
      const members = chosen.values.flatMap((choice) =>
        groupMembers(field, choice),
      );
      if (form === "entries") return sql`${value} ?| ${members}::text[]`;
      return extraIsOneOf(value, field, members);
    }
  }
}
