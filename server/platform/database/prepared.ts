import { sql } from "kysely";

const mark = "/* prepared */";

/**
 * Comes after `select` in a statement that each connection of PostgreSQL parses and
 * plans once. It is for statements that read a few rows by their keys: their best plan
 * does not depend on the values, and planning takes several times as long as reading.
 *
 * @example
 * db.selectFrom("users").modifyFront(prepared).select("id").where("id", "=", id)
 */
export const prepared = sql.raw(mark);

/** Whether a statement begins with `select` and the mark. */
export const isPrepared = (text: string): boolean =>
  text.slice(0, 40).trimStart().startsWith(`select ${mark}`);
