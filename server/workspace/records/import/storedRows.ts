import { sql, type Kysely } from "kysely";
import type { Viewer } from "../../../../domain/access";
import { fixedConditions } from "../../../../domain/listing/fixedConditions";
import type { Resource } from "../../../../domain/resource";
import type { Tables } from "../../../platform/database";
import type { Context } from "../../context";
import type { Condition } from "../../listing";
import { scopeCondition } from "../../listing/query/narrowing";
import type { StoredRecord } from "../recordQueries";
import { writableSource } from "../recordSource";

/** A stored row that an import may change. */
export type StoredRow = StoredRecord & { id: string };

/** Returns the condition of the rows of a list that its viewer may write. */
export const writableScope = (
  { schemas, clock }: Pick<Context, "schemas" | "clock">,
  { resource, viewer }: { resource: Resource; viewer: Viewer },
): Condition =>
  scopeCondition(writableSource(resource, viewer), {
    resource,
    row: schemas.row(resource.row),
    viewer,
    where: fixedConditions(resource.where, { viewer, now: clock.now() }),
  });

/** A statement reads this many rows in a few milliseconds. */
const rowsAtOnce = 2_000;

/** Yields the rows of a list in portions, by ascending id. */
export async function* storedRows(
  kysely: Kysely<Tables>,
  scope: Condition,
): AsyncGenerator<StoredRow[]> {
  let last = "0";
  for (;;) {
    const portion = await kysely
      .selectFrom("records")
      .select(["id", "version", "data"])
      .where(scope)
      .where("id", ">", last)
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
    if (portion.length > 0) yield portion;
    if (portion.length < rowsAtOnce) return;
    last = portion.at(-1)?.id ?? last;
  }
}

/** More values are no vocabulary. */
const mostValues = 5_000;

/** Returns the first distinct texts of a field in the rows of a list, in a fixed order. */
export async function storedTexts(
  kysely: Kysely<Tables>,
  { scope, name }: { scope: Condition; name: string },
): Promise<string[]> {
  const found = await kysely
    .selectFrom("records")
    .select(sql<string | null>`(data ->> ${name}) collate "C"`.as("text"))
    .distinct()
    .where(scope)
    .orderBy("text")
    .limit(mostValues)
    .execute();
  return found.flatMap(({ text }) => text ?? []);
}

/**
 * Returns the number of the last committed change of the rows of a schema, null without
 * changes. Open transactions may still commit lower numbers.
 */
export async function lastChangeOf(
  kysely: Kysely<Tables>,
  row: string,
): Promise<string | null> {
  const last = await kysely
    .selectFrom("record_history")
    .select("id")
    .where("row_schema", "=", row)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? null;
}
