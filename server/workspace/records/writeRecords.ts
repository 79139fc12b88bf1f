import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { userTypes, type Viewer } from "../../../domain/access";
import { lastChangeFor } from "../../../domain/lastChange";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import type { Resource, RowSchema } from "../../../domain/resource";
import { editConditions, mayEdit, visibleRow } from "../../../domain/visible";
import { announceChange } from "../../platform/changes";
import { inTransaction, SqlError, type Tables } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import { replayIdempotent } from "../../platform/idempotency";
import type { Context } from "../context";
import { scopeCondition } from "../listing/query/narrowing";
import { awaitImport } from "./import/importQueries";
import { assertMoves } from "./assertMoves";
import { assertMeets, assertPossible } from "./assertPossible";
import {
  assertCopiesKept,
  copyingRows,
  holdCopied,
  lockCopying,
  rewriteCopying,
} from "./copies";
import { clearOther } from "./onlyOne";
import { readRecord, type RecordReply } from "./readRecord";
import { linkFiles, releaseFiles, withStoredFiles } from "./recordFiles";
import {
  readEditBody,
  readNewRecord,
  readRecordBody,
  withChanges,
  withKeptFields,
} from "./recordBody";
import { prepareRecord } from "./prepareRecords";
import { assertNotReferred, assertReferredExist } from "./references";
import {
  findLastAuthor,
  lockRecord,
  assertRoom,
  writeRecord,
  type RecordAuthor,
  type RecordData,
  type StoredRecord,
} from "./recordQueries";
import { writableSource } from "./recordSource";
import { withFormerCopies } from "./withCopies";
import { withClearedFields } from "./clearedFields";

type RecordContext = Pick<
  Context,
  "schemas" | "workspace" | "database" | "clock" | "messages" | "recordKinds"
>;

type RecordRequest = {
  resource: Resource;
  viewer: Viewer;
  /** The author's name, which the history keeps. */
  fullName: string;
  /** The Idempotency-Key, if the request has one. */
  key: string | null;
  /** Whether the author has proved who they are within the last ten minutes. */
  isProved: boolean;
};

/**
 * Adds a record and returns it as its author sees it. Throws invalid_request,
 * invalid_fields, condition_unmet, row_limit and key_reused.
 */
export async function createRecord(
  context: RecordContext,
  request: RecordRequest & { body: unknown },
): Promise<RecordReply> {
  const { resource, viewer } = request;
  const { row } = resource;
  const now = context.clock.now();
  const data = readNewRecord(context.schemas, { ...request, row, now });
  const guarded = guardedFields(context.schemas.row(row));
  const { isProved } = request;
  assertProved(guarded, { isProved, before: {}, after: data });
  // The body, because the day of an initial value may be another one in a repeated request.
  const action = ["create", request.body as RecordData];
  return write(context, request, action, async (trx, author) => {
    await assertRoom(trx, resource, { viewer, data });
    await assertReferredExist(context, trx, {
      ...{ row, viewer, changes: [{ before: null, after: data }] },
    });
    const schema = context.schemas.row(row);
    const after = await withStoredFiles(trx, {
      ...{ row: schema, data, before: null, recordId: null, author },
    });
    await announceChange(trx, "records");
    const prepared = await prepareRecord(
      ...([context, trx, resource, after, author.userId] as const),
    );
    const added = { resource, viewer, data: prepared.after };
    assertPossible(context, "create", added);
    await clearOther(trx, schema, { resource, before: null, prepared, author });
    const id = await writeRecord(trx, {
      row,
      author,
      before: null,
      ...prepared,
    });
    const { at } = author;
    await linkFiles(trx, { row: schema, id, before: null, after, at });
    return readRecord(context, trx, { resource, viewer, id, anywhere: true });
  });
}

type Edit = RecordRequest & {
  id: string;
  /** The version that the author has seen. */
  version: number;
};

/**
 * Replaces the fields of a record that its author may see, and returns it. An
 * edit that changes nothing keeps the version. Throws invalid_request, not_found,
 * stale_row with the current row, condition_unmet, invalid_fields and key_reused.
 */
export async function updateRecord(
  context: RecordContext,
  request: Edit & { body: unknown },
): Promise<RecordReply> {
  const { schemas } = context;
  const { resource, viewer, id, version } = request;
  const { row } = resource;
  const body = readRecordBody(schemas, { ...request, row });
  const action = ["update", id, version, body];
  return write(context, request, action, async (trx, author) => {
    await holdCopied(trx, schemas.row(row), body);
    const stored = await lockVersion(context, trx, request);
    assertPossible(context, "update", { resource, viewer, data: stored.data });
    const visible = visibleRow(schemas.row(row), viewer);
    const after = withKeptFields(stored.data, body, visible);
    return replace(context, trx, { ...request, author, stored, after });
  });
}

/**
 * Changes fields of a record that an action names in `edits`, and returns it. A
 * body without a version changes the present row. Throws forbidden for other
 * fields, and everything that `updateRecord` throws.
 */
export async function editRecord(
  context: RecordContext,
  request: RecordRequest & { id: string; body: unknown },
): Promise<RecordReply> {
  const { schemas } = context;
  const { resource, viewer, id } = request;
  const { row } = resource;
  const { changes, version } = readEditBody(schemas, request);
  const action = ["edit", id, version ?? "any", changes];
  return write(context, request, action, async (trx, author) => {
    await holdCopied(trx, schemas.row(row), changes);
    const stored = await lockVersion(context, trx, { ...request, version });
    const { data } = stored;
    const edit = { changes, stored: data };
    if (!mayEdit(resource, schemas.row(row), viewer, edit))
      throw failure("forbidden");
    assertPossible(context, "update", { resource, viewer, data });
    const names = Object.keys(changes);
    assertMeets(
      context,
      editConditions(resource, schemas.row(row), viewer, names),
      { resource, viewer, data },
    );
    const after = withChanges(schemas, { row, viewer, stored: data, changes });
    return replace(context, trx, { ...request, author, stored, after });
  });
}

/** Returns the fields whose change needs a recent proof. */
export const guardedFields = ({ properties }: RowSchema): string[] =>
  Object.entries(properties).flatMap(([name, field]) =>
    field["x-guarded"] ? [name] : [],
  );

/** Throws step_up_required if a guarded field changes without a recent proof. */
export function assertProved(
  guarded: readonly string[],
  {
    isProved,
    before,
    after,
  }: { isProved: boolean; before: RecordData; after: RecordData },
): void {
  if (isProved) return;
  const isChanged = guarded.some(
    (name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  );
  if (isChanged) throw failure("step_up_required");
}

/** Stores new data of a locked record and returns the record. */
async function replace(
  context: RecordContext,
  trx: Transaction<Tables>,
  request: Pick<Edit, "resource" | "viewer" | "id" | "isProved"> & {
    author: RecordAuthor;
    stored: StoredRecord;
    after: RecordData;
  },
): Promise<RecordReply> {
  const { resource, viewer, id, isProved, author, stored } = request;
  const place = { resource, viewer, id, anywhere: true };
  const { row } = resource;
  const schema = context.schemas.row(row);
  const before = stored.data;
  assertCopiesKept(schema, { before, after: request.after });
  const change = { id, userId: viewer.userId, before: stored };
  const freed = await withFormerCopies(trx, schema, {
    ...{ ...change, after: request.after },
  });
  const data = await withClearedFields(trx, schema, {
    ...{ ...change, after: freed },
  });
  // A restored reference must be held before its copies are read.
  if (data !== freed) await holdCopied(trx, schema, data);
  const asked = await withStoredFiles(trx, {
    ...{ row: schema, data, before, recordId: id, author },
  });
  const prepared = await prepareRecord(
    ...([context, trx, resource, asked, author.userId] as const),
  );
  const { after } = prepared;
  if (isDeepStrictEqual(after, before)) return readRecord(context, trx, place);
  const move = { resource, viewer, id, before: stored, after };
  await assertMoves(context, trx, move);
  const guarded = guardedFields(schema);
  assertProved(guarded, { isProved, before, after });
  await assertReferredExist(context, trx, {
    ...{ row, viewer, changes: [{ before, after }] },
  });
  const changes = [{ id, before, after }];
  const locked = await lockCopying(context, trx, { row, changes });
  await announceChange(trx, "records");
  await clearOther(trx, schema, { resource, before, prepared, author });
  await writeRecord(trx, { row, id, author, before: stored, ...prepared });
  const followed = { viewer, before, after, author };
  await context.recordKinds(row)?.follow?.(trx, followed);
  await rewriteCopying(context, trx, { locked, author });
  await linkFiles(trx, { row: schema, id, before, after, at: author.at });
  return readRecord(context, trx, place);
}

/**
 * Removes a record; its history stays. Throws not_found, stale_row with the
 * current row, condition_unmet, record_referred and key_reused.
 */
export async function removeRecord(
  context: RecordContext,
  request: Edit,
): Promise<{ success: true }> {
  const { resource, viewer, id, version } = request;
  const action = ["remove", id, version];
  return write(context, request, action, async (trx, author) => {
    const before = await lockVersion(context, trx, request);
    assertPossible(context, "remove", { resource, viewer, data: before.data });
    const { row } = resource;
    const removed = { viewer, data: before.data };
    await context.recordKinds(row)?.assertRemovable?.(trx, removed);
    await assertNotReferred(context, trx, { resource, viewer, ids: [id] });
    await announceChange(trx, "records");
    await releaseFiles(trx, { id, at: author.at });
    await writeRecord(trx, { row, id, author, before, after: null });
    return { success: true };
  });
}

/**
 * Runs a write once for its key. The write announces its change after it has locked
 * its row: followers wait for all who have announced a change, and must not wait for
 * a queue behind the row.
 */
const write = <Reply>(
  { database, clock, schemas, workspace }: RecordContext,
  { resource, viewer, fullName, key }: RecordRequest,
  action: readonly (string | number | RecordData)[],
  run: (trx: Transaction<Tables>, author: RecordAuthor) => Promise<Reply>,
): Promise<Reply> => {
  const { userId } = viewer;
  const at = clock.now();
  const request = ["record", resource.name, ...action];
  return inTransaction(database, (trx) =>
    replayIdempotent(trx, { userId, key, request, now: at }, async () => {
      await awaitImport(trx, resource.row);
      for (const row of copyingRows({ schemas, workspace }, resource.row))
        await awaitImport(trx, row);
      return run(trx, { userId, userName: fullName, at });
    }),
  ).catch((error: unknown) => {
    if (!isTakenKey(error)) throw error;
    const [field] = schemas.row(resource.row)["x-unique"] ?? [];
    throw resource.single || field === undefined
      ? failure("row_exists")
      : fieldFailure(field, "value_taken");
  });
};

/** Returns whether a write failed because another record has its unique key. */
export const isTakenKey = (error: unknown): boolean =>
  error instanceof SqlError && error.constraint === "records_unique_key";

/** Locks a record that the viewer may write, in any version if none is given. Throws not_found and stale_row. */
async function lockVersion(
  context: RecordContext,
  trx: Transaction<Tables>,
  {
    resource,
    viewer,
    id,
    version,
  }: Omit<Edit, "version"> & { version: number | undefined },
): Promise<StoredRecord> {
  const row = context.schemas.row(resource.row);
  const where = fixedConditions(resource.where, {
    viewer,
    now: context.clock.now(),
  });
  const scope = scopeCondition(writableSource(resource, viewer), {
    resource,
    row,
    viewer,
    where,
  });
  const stored = await lockRecord(trx, { id, scope });
  if (!stored) throw failure("not_found");
  if (version === undefined || stored.version === version) return stored;
  const current = await readRecord(context, trx, { resource, viewer, id });
  const last = await findLastAuthor(trx, { row: resource.row, id });
  throw failure("stale_row", {
    current: { ...current.detail, version: current.version },
    changed:
      last &&
      lastChangeFor(viewer, {
        at: last.at,
        actorId: last.userId,
        actorName: last.userName,
        actorType: userTypes.manager,
      }),
  });
}
