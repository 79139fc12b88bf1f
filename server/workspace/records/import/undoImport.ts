import { sql, type Transaction } from "kysely";
import type { Resource } from "../../../../domain/resource";
import { visibleRow } from "../../../../domain/visible";
import { announceChange } from "../../../platform/changes";
import type { Tables } from "../../../platform/database";
import { failure } from "../../../platform/errors";
import type { Condition } from "../../listing";
import { copyingRows, lockCopying, rewriteCopying } from "../copies";
import { visibleData } from "../recordBody";
import { prepareRecords } from "../prepareRecords";
import type { RecordData } from "../recordQueries";
import { assertNotReferred, assertReferredExist } from "../references";
import { guardedFields } from "../writeRecords";
import {
  inChunks,
  rowsAtOnce,
  writeBatch,
  type BatchAuthor,
  type BatchReply,
} from "./applyImport";
import {
  addBatch,
  awaitImport,
  changeMany,
  lockRows,
  removeMany,
  type BatchCounts,
} from "./importQueries";
import type { ImportContext } from "./importPlan";
import { writableScope } from "./storedRows";

type Undo = BatchAuthor & {
  resource: Resource;
  /** The id of the import. */
  batch: string;
  /** Whether rows that were changed after the import stay as they are. */
  leaveChanged: boolean;
};

/** The most rows that a refusal names. */
const mostNamed = 20;

/**
 * Gives all rows of an import their former values and removes the added rows, in
 * one transaction, and returns the batch of the undo. Throws not_found, import_undone,
 * import_expired once the history of the rows is gone, import_overwritten with the rows
 * that were changed after the import, step_up_required, value_taken and key_reused.
 */
export function undoImport(
  context: ImportContext,
  request: Undo,
): Promise<BatchReply> {
  const { resource, batch, leaveChanged } = request;
  return writeBatch(
    context,
    request,
    async (trx, author) => {
      await lockRows(trx, resource.row);
      for (const row of copyingRows(context, resource.row))
        await awaitImport(trx, row);
      const { counts, fileName } = await readUndo(context, trx, request);
      await announceChange(trx, "records");
      const { row } = resource;
      const id = await addBatch(trx, {
        ...{ resource: resource.name, row, author, fileName },
        ...{ undoes: batch, counts },
      });
      const written = { row, batch: id, author };
      const scope = writableScope(context, request);
      for await (const chunk of untouchedRows(trx, { batch, scope })) {
        const added = chunk.filter(({ before }) => before === null);
        await inChunks(added, async (part) => {
          const ids = part.map((each) => each.id);
          const { viewer } = request;
          await assertNotReferred(context, trx, { resource, viewer, ids });
          await removeMany(trx, written, part);
        });
        const restored = chunk.flatMap(({ id, version, before, after }) =>
          before && after
            ? [{ stored: { id, version, data: after }, before }]
            : [],
        );
        const prepared = await prepareRecords(
          ...([context, trx, resource] as const),
          restored.map(({ before }) => before),
        );
        const changes = restored.flatMap(({ stored }, index) => {
          const row = prepared[index];
          return row ? [{ stored, ...row }] : [];
        });
        await assertReferredExist(context, trx, {
          ...{ row, viewer: request.viewer },
          changes: changes.map(({ stored, after }) => ({
            before: stored.data,
            after,
          })),
        });
        await inChunks(changes, (part) => changeMany(trx, written, part));
        const copied = changes.map(({ stored, after }) => ({
          ...{ id: stored.id, before: stored.data, after },
        }));
        const locked = await lockCopying(context, trx, {
          ...{ row, changes: copied },
        });
        await rewriteCopying(context, trx, { locked, author });
      }
      return { id, ...counts };
    },
    ["undo", batch, leaveChanged],
  );
}

/** Returns what the undo of an import does; throws if it is not possible. */
async function readUndo(
  context: ImportContext,
  trx: Transaction<Tables>,
  { resource, viewer, batch, leaveChanged, isProved }: Undo,
): Promise<{ counts: BatchCounts; fileName: string }> {
  const found = await trx
    .selectFrom("record_imports as batch")
    .leftJoin("record_imports as undo", "undo.undoes", "batch.id")
    .select(["batch.file_name as fileName", "undo.id as undo"])
    .select(sql<number>`batch.added + batch.changed + batch.ended`.as("all"))
    .where("batch.id", "=", batch)
    .where("batch.resource", "=", resource.name)
    .where("batch.undoes", "is", null)
    .executeTakeFirst();
  if (!found) throw failure("not_found");
  if (found.undo !== null) throw failure("import_undone");
  const row = context.schemas.row(resource.row);
  if (!isProved && guardedFields(row).length > 0)
    throw failure("step_up_required");
  const scope = writableScope(context, { resource, viewer });
  const isUntouched = sql<boolean>`exists (
    select from records where records.id = record_history.record_id
      and records.version = record_history.version and ${scope})`;
  const counted = await trx
    .selectFrom("record_history")
    .where("import_id", "=", batch)
    .select([
      sql<string>`count(*)`.as("all"),
      sql<string>`count(*) filter (where not ${isUntouched})`.as("touched"),
      sql<string>`count(*) filter (
        where action = 'create' and ${isUntouched})`.as("removed"),
    ])
    .executeTakeFirstOrThrow();
  const { all, touched, removed } = counted;
  if (Number(all) < found.all) throw failure("import_expired");
  if (Number(touched) > 0 && !leaveChanged) {
    const named = await trx
      .selectFrom("record_history")
      .select(["record_id as id", "after"])
      .where("import_id", "=", batch)
      .where(sql<boolean>`not ${isUntouched}`)
      .orderBy("id")
      .limit(mostNamed)
      .execute();
    const visible = visibleRow(row, viewer);
    throw failure("import_overwritten", {
      current: {
        count: Number(touched),
        rows: named.map(({ id, after }) => ({
          ...visibleData(after ?? {}, visible),
          id,
        })),
      },
    });
  }
  return {
    fileName: found.fileName,
    counts: {
      ...{ added: 0, ended: 0, left_out: Number(touched) },
      ...{ removed: Number(removed) },
      changed: Number(all) - Number(touched) - Number(removed),
    },
  };
}

/** The largest number of PostgreSQL. */
const beyondIds = "9223372036854775807";

type UntouchedRow = {
  id: string;
  version: number;
  before: RecordData | null;
  after: RecordData | null;
};

/**
 * Yields the rows of an import without later changes, in portions. The last written comes
 * first: an added row may have the unique key that a changed row had before.
 */
async function* untouchedRows(
  trx: Transaction<Tables>,
  { batch, scope }: { batch: string; scope: Condition },
): AsyncGenerator<UntouchedRow[]> {
  let last = beyondIds;
  for (;;) {
    const portion = await trx
      .selectFrom("record_history")
      .innerJoin("records", (join) =>
        join
          .onRef("records.id", "=", "record_history.record_id")
          .onRef("records.version", "=", "record_history.version"),
      )
      .select([
        "record_history.id as entry",
        "records.id as id",
        "records.version as version",
        "record_history.before as before",
        "records.data as after",
      ])
      .where("record_history.import_id", "=", batch)
      .where("record_history.id", "<", last)
      .where(scope)
      .orderBy("record_history.id", "desc")
      .limit(rowsAtOnce)
      .execute();
    if (portion.length > 0) yield portion;
    if (portion.length < rowsAtOnce) return;
    last = portion.at(-1)?.entry ?? last;
  }
}
