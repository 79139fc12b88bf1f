import { sql, type RawBuilder } from "kysely";
import type { Field } from "../../../domain/resource";
import type { Condition } from "./rowSource";

type Sql = RawBuilder<unknown>;

/** Returns the condition that a value is within the given ends, inclusive. */
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

/**
 * Returns the condition that a value is one of these. A single value is compared
 * by `=`, which keeps the order of an index; `any` does not.
 */
export function isOneOf(
  { value, type }: { value: Sql; type: Sql },
  choices: readonly (number | string)[],
): Condition {
  const [first, ...others] = choices;
  return first !== undefined && others.length === 0
    ? sql`${value} = ${first}::${type}`
    : sql`${value} = any(${choices}::${type}[])`;
}

/** Returns the members of a group, or the value itself if it is no group. */
export function groupMembers(field: Field, value: string): string[] {
  const groups = new Map(Object.entries(field["x-groups"] ?? {}));
  return (groups.get(value) ?? [value]).map(String);
}

/**
 * Returns the condition that a text value begins with another text, in any case. A
 * text without letters needs no ILIKE: LIKE is faster and can use an index.
 */
export const beginsWith = (
  value: RawBuilder<unknown>,
  text: string,
): Condition => {
  const pattern = `${likePattern(text)}%`;
  return text.toLowerCase() === text.toUpperCase()
    ? sql`${value} like ${pattern}`
    : sql`${value} ilike ${pattern}`;
};

/** Returns the text with LIKE wildcards escaped. */
export const likePattern = (text: string): string =>
  text.replace(/[\\%_]/g, "\\$&");
