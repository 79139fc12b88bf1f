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
 * The rows whose field of `extra` a chosen value keeps, written so that the
 * index behind that filter answers it.
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
