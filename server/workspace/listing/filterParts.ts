import { sql, type RawBuilder } from "kysely";
import type { Field } from "../../../domain/resource";
import type { Condition } from "./rowSource";

type Sql = RawBuilder<unknown>;

/** The rows whose value is within both ends, where they are given. */
export function between(options: {
  value: Sql;
  type: Sql;
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

/** The values that a choice stands for: those of its group, or itself. */
export function groupMembers(field: Field, value: string): string[] {
  const groups = new Map(Object.entries(field["x-groups"] ?? {}));
  return (groups.get(value) ?? [value]).map(String);
}

/** A LIKE pattern for the text as it stands, its own wildcards taken literally. */
export const likePattern = (text: string): string =>
  text.replace(/[\\%_]/g, "\\$&");
