import type { Kysely } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import { computeSum } from "../../../domain/computed/formula";
import { toJapanIso } from "../../../domain/japanTime";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import { rowReplySchema } from "../../../domain/listing/querySchema";
import { readableOwners } from "../../../domain/readableOwners";
import type { Resource, RowSchema } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import type { RecordHistoryReply } from "../../../generated/schemas";
import type { Tables } from "../../platform/database";
import { failure, Failure } from "../../platform/errors";
import type { JsonSchema } from "../../platform/schemas/registry";
import type { FormulasFor } from "../computed/formulas";
import type { Context } from "../context";
import { readRows, visibleListing, type Row } from "../listing";
import { visibleData } from "./recordBody";
import type { RecordData } from "./recordQueries";
import { recordSource } from "./recordSource";
import { historyNames, namesIn, type FieldContext } from "./references";

/** One record with its version, which If-Match names in the next write. */
export type RecordReply = { success: true; version: number; detail: Row };

/** Returns the schema of a reply with one record. */
export const recordReplySchema = (row: RowSchema): JsonSchema => ({
  type: "object",
  required: ["success", "version", "detail"],
  properties: {
    success: { const: true },
    version: { type: "integer", minimum: 1, maximum: 2_147_483_647 },
    detail: rowReplySchema(row, Object.keys(row.properties)),
  },
  additionalProperties: false,
});

/** Records have no dictionary words. */
const noDictionaries = {
  load: async () => undefined,
  find: () => undefined,
};

/**
 * Returns a record with all fields that the viewer may see. Throws forbidden,
 * and not_found for a record outside the list.
 */
export async function readRecord(
  context: FieldContext & Pick<Context, "clock">,
  kysely: Kysely<Tables>,
  place: {
    resource: Resource;
    viewer: Viewer;
    id: string;
    /** Whether the record may break the fixed condition of the list. */
    anywhere?: boolean;
    /** Finds the computed fields to add. Replies of writes do without them. */
    formulas?: FormulasFor;
  },
): Promise<RecordReply> {
  const { resource, viewer, id, anywhere = false, formulas } = place;
  const listing = visibleListing({ ...context, resource, viewer });
  const { properties } = visibleRow(listing.row, viewer);
  const reader = {
    database: { kysely },
    source: recordSource(
      resource.row,
      () => namesIn(context, resource.row),
      context.recordKinds(resource.row)?.fieldsFor,
    ),
    dictionaries: noDictionaries,
  };
  const versioned = {
    ...listing.row,
    properties: {
      ...listing.row.properties,
      version: { type: "integer" },
    },
  };
  const [found] = await readRows(reader, {
    ...listing,
    row: versioned,
    where: anywhere ? undefined : listing.where,
    ids: [id],
    fields: [...new Set([...Object.keys(properties), "version"])],
  });
  if (!found) throw failure("not_found");
  const { byField = [] } = (await formulas?.(listing.row, viewer)) ?? {};
  for (const [name, formula] of byField)
    found[name] = computeSum(formula, found).total;
  const { version, ...detail } = found;
  return {
    success: true,
    version: Number(version),
    detail: "version" in properties ? found : detail,
  };
}

/** Returns the lists over a row schema that the viewer may see. */
export const listsOver = (
  { workspace }: { workspace: Pick<Context["workspace"], "resources"> },
  viewer: Viewer,
  row: string,
): Resource[] =>
  workspace
    .resources()
    .filter(
      (resource) =>
        resource.store !== undefined &&
        resource.row === row &&
        isAllowed(resource.access, viewer),
    );

/** Yields the fields of a record that each list over it shows to the viewer. */
export async function* visibleRecords(
  context: FieldContext & Pick<Context, "database" | "clock" | "workspace">,
  viewer: Viewer,
  { row, id }: { row: string; id: string },
): AsyncGenerator<Row> {
  const { kysely } = context.database;
  for (const resource of listsOver(context, viewer, row))
    try {
      const { detail } = await readRecord(context, kysely, {
        ...{ resource, viewer, id },
      });
      yield detail;
    } catch (error) {
      const isHidden =
        error instanceof Failure &&
        ["not_found", "forbidden"].includes(error.code);
      if (!isHidden) throw error;
    }
}

/**
 * Returns the changes of a record, newest first, with the fields that the viewer
 * may see. A removed record keeps its history, except for a viewer who reads only the rows of
 * some owners and for one with a fixed condition, which it can no longer meet. Throws forbidden
 * and not_found.
 */
export async function readHistory(
  context: FieldContext & Pick<Context, "database" | "clock">,
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
  const isLimited =
    (resource.owner !== undefined && readableOwners(viewer) !== "anyone") ||
    fixedConditions(resource.where, { viewer, now }).length > 0;
  if (isLimited)
    await readRecord(context, database.kysely, { resource, viewer, id });
  const changes = database.kysely
    .selectFrom("record_history")
    .where("record_history.row_schema", "=", resource.row)
    .where("record_id", "=", id);
  const [found, counted] = await Promise.all([
    changes
      .leftJoin("record_imports", "record_imports.id", "import_id")
      .select(["record_history.id", "record_history.at"])
      .select(["record_history.user_name", "action", "version"])
      .select(["before", "after"])
      .select(["import_id", "undoes", "file_name"])
      .orderBy("record_history.id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    changes
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  const total = Number(counted.count);
  // The history of a record ends some time after its last change.
  if (total === 0 && !isLimited)
    await readRecord(context, database.kysely, { resource, viewer, id });
  const row = visibleRow(schemas.row(resource.row), viewer);
  const withNames = await historyNames(context, database.kysely, {
    row,
    data: found.flatMap(({ before, after }) => [before ?? {}, after ?? {}]),
  });
  const shown = (data: RecordData | null) =>
    data === null ? null : withNames(visibleData(data, row));
  return {
    success: true,
    history: found.map((change) => ({
      ...{ id: change.id, at: toJapanIso(change.at), user: change.user_name },
      ...{ action: change.action, version: change.version },
      before: shown(change.before),
      after: shown(change.after),
      ...(change.import_id !== null && {
        import: {
          id: change.undoes ?? change.import_id,
          fileName: change.file_name ?? "",
          isUndo: change.undoes !== null,
        },
      }),
    })),
    pageInfo: {
      page,
      pageSize,
      totalSearchResults: total,
      totalResults: total,
    },
  };
}
