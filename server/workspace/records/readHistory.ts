import type { Viewer } from "../../../domain/access";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import { toJapanIso } from "../../../domain/japanTime";
import type { Resource, RowSchema } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import type { RecordHistoryReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import type { Context } from "../context";
import { readRecord } from "./readRecord";
import { visibleData } from "./recordBody";
import type { RecordData } from "./recordQueries";

/**
 * Returns the changes of a record, newest first, with the fields that the viewer
 * may see. A removed record keeps its history, except for a viewer with a fixed
 * condition, which it can no longer meet. Throws forbidden and not_found.
 */
export async function readHistory(
  context: Pick<Context, "schemas" | "database" | "clock">,
  request: {
    resource: Resource;
    viewer: Viewer;
    id: string;
    page: number;
    pageSize: number;
  },
): Promise<RecordHistoryReply> {
  const { schemas, database, clock } = context;
  const { resource, viewer, id, page, pageSize } = request;
  const now = clock.now();
  if (fixedConditions(resource.where, { viewer, now }).length > 0)
    await readRecord(context, database.kysely, { resource, viewer, id });
  const changes = database.kysely
    .selectFrom("record_history")
    .where("row_schema", "=", resource.row)
    .where("record_id", "=", id);
  const [found, counted] = await Promise.all([
    changes
      .select(["id", "at", "user_name", "action", "version", "before", "after"])
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    changes
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  const total = Number(counted.count);
  if (total === 0) throw failure("not_found");
  const row = visibleRow(schemas.row(resource.row), viewer);
  return {
    success: true,
    history: found.map(({ at, user_name: user, before, after, ...change }) => ({
      ...change,
      at: toJapanIso(at),
      user,
      before: shown(before, row),
      after: shown(after, row),
    })),
    pageInfo: {
      page,
      pageSize,
      totalSearchResults: total,
      totalResults: total,
    },
  };
}

const shown = (data: RecordData | null, row: RowSchema) =>
  data === null ? null : visibleData(data, row);
