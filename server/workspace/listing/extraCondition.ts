import { sql } from "kysely";
import type { FilterValue } from "../../../domain/listing/state";
import type { Field, Filter } from "../../../domain/resource";
import {
  extraForm,
  extraIsOneOf,
  filterForm,
  type ExtraPlace,
} from "./extraSql";
import { between, groupMembers, likePattern } from "./filterParts";
import type { Condition } from "./rowSource";

type Filtered = { place: ExtraPlace; filter: Filter; field: Field };

/**
 * Returns the filter condition for a field of `extra`. It uses the same
 * expression as the index of that filter.
 */
export function extraCondition(
  { place, filter, field }: Filtered,
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
      const members = chosen.values.flatMap((one) => groupMembers(field, one));
      if (form === "entries") return sql`${value} ?| ${members}::text[]`;
      return extraIsOneOf(value, field, members);
    }
  }
}
