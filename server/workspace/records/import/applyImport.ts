import { setImmediate as nextTurn } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { Viewer } from "../../../../domain/access";
import { announceChange } from "../../../platform/changes";
import { inTransaction, type Tables } from "../../../platform/database";
import { failure } from "../../../platform/errors";
import { replayIdempotent } from "../../../platform/idempotency";
import { copyingRows, lockCopying, rewriteCopying } from "../copies";
import { prepareRecords } from "../prepareRecords";
import type { RecordAuthor, RecordData } from "../recordQueries";
import { assertReferredExist } from "../references";
import { assertProved, guardedFields, isTakenKey } from "../writeRecords";
import {
  addBatch,
  addMany,
  awaitImport,
  changeMany,
  lockRows,
  type BatchCounts,
} from "./importQueries";
import type { ImportContext, ImportPlan, ImportRequest } from "./importPlan";
import { planImport } from "./planImport";
import { lastChangeOf } from "./storedRows";

/** A batch as its author sees it. */
export type BatchReply = { id: string } & BatchCounts;

export type BatchAuthor = {
  viewer: Viewer;
  fullName: string;
  /** The Idempotency-Key, if the request has one. */
  key: string | null;
  /** Whether the author has proved who they are within the last ten minutes. */
  isProved: boolean;
};

type Application = ImportRequest &
  BatchAuthor & {
    fileName: string;
    /** The digest of the plan that the author has seen. */
    digest: string;
    /** Whether the rows with errors stay out; otherwise one such row stops the import. */
    validOnly: boolean;
  };

/** A statement writes this many rows in some ten milliseconds. */
export const rowsAtOnce = 500;

/** The most plans of an import, which is planned again after other writes of its rows. */
const attempts = 3;

/**
 * Applies a plan that its author has seen, in one transaction, and returns the batch.
 * Throws import_changed if the import would do anything else by now, import_refused for
 * rows with errors, nothing_changed, value_taken, step_up_required and key_reused.
 */
export async function applyImport(
  context: ImportContext,
  request: Application,
): Promise<BatchReply> {
  const { database } = context;
  const { resource } = request;
  for (let attempt = 1; ; attempt += 1) {
    const seen = await settledChangeOf(database, resource.row);
    const plan = await planImport(context, request);
    try {
      return await writeBatch(
        context,
        request,
        async (trx, author) => {
          assertApplicable(context, request, plan);
          await lockRows(trx, resource.row);
          for (const row of copyingRows(context, resource.row))
            await awaitImport(trx, row);
          // Other writers of these rows wait, so the plan holds until the commit.
          if ((await lastChangeOf(trx, resource.row)) !== seen)
            throw new StalePlan();
          return writePlan(context, trx, { ...request, plan, author });
        },
        ["import", request.text, request.digest, request.validOnly],
      );
    } catch (error) {
      if (!(error instanceof StalePlan)) throw error;
      if (attempt === attempts) throw failure("import_changed");
    }
  }
}

/** Rows were written after the plan was made. The transaction rolls back and frees its key. */
class StalePlan extends Error {}

/**
 * Returns the last change of the rows of a schema after all open writes of them. Writes
 * that begin later have higher numbers, so a plan made now is current as long as the number
 * stays the same.
 */
const settledChangeOf = (
  { longRunning: kysely }: ImportContext["database"],
  row: string,
): Promise<string | null> =>
  inTransaction({ kysely }, async (trx) => {
    await lockRows(trx, row);
    return lastChangeOf(trx, row);
  });

function assertApplicable(
  { schemas }: ImportContext,
  { resource, digest, validOnly, isProved }: Application,
  { rows, digest: present }: ImportPlan,
): void {
  if (present !== digest) throw failure("import_changed");
  if (rows.refused.length > 0 && !validOnly) throw failure("import_refused");
  if (rows.new.length + rows.changed.length + rows.ended.length === 0)
    throw failure("nothing_changed");
  const guarded = guardedFields(schemas.row(resource.row));
  for (const row of [...rows.new, ...rows.changed, ...rows.ended])
    if ("after" in row) {
      const before = "stored" in row ? row.stored.data : {};
      assertProved(guarded, { isProved, before, after: row.after });
    }
}

/** Runs the writes of a batch in one transaction, once for its key. */
export const writeBatch = <Reply>(
  { database, clock }: Pick<ImportContext, "database" | "clock">,
  {
    resource,
    viewer,
    fullName,
    key,
  }: BatchAuthor & Pick<ImportRequest, "resource">,
  run: (trx: Transaction<Tables>, author: RecordAuthor) => Promise<Reply>,
  action: readonly unknown[],
): Promise<Reply> => {
  const { userId } = viewer;
  const at = clock.now();
  const request = ["record", resource.name, ...action];
  // A batch may take longer than the statements of other requests.
  return inTransaction({ kysely: database.longRunning }, (trx) =>
    replayIdempotent(trx, { userId, key, request, now: at }, () =>
      run(trx, { userId, userName: fullName, at }),
    ),
  ).catch((error: unknown) => {
    throw isTakenKey(error) ? failure("value_taken") : error;
  });
};

async function writePlan(
  context: ImportContext,
  trx: Transaction<Tables>,
  {
    resource,
    viewer,
    fileName,
    plan: { rows },
    author,
  }: Application & { plan: ImportPlan; author: RecordAuthor },
): Promise<BatchReply> {
  const { row } = resource;
  await assertReferredExist(context, trx, {
    ...{ row, viewer },
    changes: [...rows.new, ...rows.changed, ...rows.ended].flatMap((each) =>
      "after" in each
        ? [
            {
              before: "stored" in each ? each.stored.data : null,
              after: each.after,
            },
          ]
        : [],
    ),
  });
  const counts = {
    ...{ added: rows.new.length, changed: rows.changed.length },
    ...{ ended: rows.ended.length, removed: 0 },
    left_out: rows.refused.length,
  };
  await announceChange(trx, "records");
  const id = await addBatch(trx, {
    ...{ resource: resource.name, row, author, fileName, undoes: null, counts },
  });
  const written = { row, batch: id, author };
  const prepare = (chunk: readonly { after: RecordData }[]) =>
    prepareRecords(
      ...([context, trx, resource] as const),
      chunk.map(({ after }) => after),
    );
  // Changes come first: an ended or changed row may free the key of a new row.
  const changes = [...rows.changed, ...rows.ended].flatMap((each) =>
    each.kind === "changed" || each.kind === "ended" ? [each] : [],
  );
  await inChunks(changes, async (chunk) => {
    const prepared = await prepare(chunk);
    const keyed = prepared.flatMap((each, index) => {
      const change = chunk[index];
      return change ? [{ stored: change.stored, ...each }] : [];
    });
    if ((await changeMany(trx, written, keyed)) < chunk.length)
      throw failure("import_changed");
    const copied = keyed.map(({ stored, after }) => ({
      ...{ id: stored.id, before: stored.data, after },
    }));
    const locked = await lockCopying(context, trx, { row, changes: copied });
    await rewriteCopying(context, trx, { locked, author });
  });
  const added = rows.new.flatMap((each) => (each.kind === "new" ? [each] : []));
  await inChunks(added, async (chunk) =>
    addMany(trx, written, await prepare(chunk)),
  );
  return { id, ...counts };
}

/** Writes rows in chunks, with turns of the event loop between them. */
export async function inChunks<Row>(
  rows: readonly Row[],
  write: (chunk: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await write(rows.slice(from, from + rowsAtOnce));
    await nextTurn();
  }
}
