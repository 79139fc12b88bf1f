import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { userTypes, type Viewer } from "../../../domain/access";
import { lastChangeFor } from "../../../domain/lastChange";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import type { Resource, RowSchema } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import { announceChange } from "../../platform/changes";
import { inTransaction, SqlError, type Tables } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import { replayIdempotent } from "../../platform/idempotency";
import type { Context } from "../context";
import { scopeCondition } from "../listing/query/narrowing";
import { awaitImport } from "./import/importQueries";
import { assertPossible } from "./assertPossible";
import { readRecord, type RecordReply } from "./readRecord";
import {
  readEditBody,
  readRecordBody,
  withChanges,
  withKeptFields,
} from "./recordBody";
import {
  findLastAuthor,
  lockRecord,
  assertRoom,
  uniqueKeyOf,
  writableSource,
  writeRecord,
  type RecordAuthor,
  type RecordData,
  type StoredRecord,
} from "./recordQueries";

type RecordContext = Pick<
  Context,
  "schemas" | "workspace" | "database" | "clock" | "messages"
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
 * invalid_fields, row_limit and key_reused.
 */
export async function createRecord(
  context: RecordContext,
  request: RecordRequest & { body: unknown },
): Promise<RecordReply> {
  const { resource, viewer } = request;
  const { row } = resource;
  const data = readRecordBody(context.schemas, { ...request, row });
  const guarded = guardedFields(context.schemas.row(row));
  const { isProved } = request;
  assertProved(guarded, { isProved, before: {}, after: data });
  return write(context, request, ["create", data], async (trx, author) => {
    await assertRoom(trx, resource, author);
    await announceChange(trx, "records");
    const uniqueKey = uniqueKeyOf(resource, context.schemas.row(row), data);
    const change = { row, author, before: null, after: data, uniqueKey };
    const id = await writeRecord(trx, change);
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
    const stored = await lockVersion(context, trx, { ...request, version });
    const { data } = stored;
    assertPossible(context, "update", { resource, viewer, data });
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
  const { resource, viewer, id, isProved, author, stored, after } = request;
  const place = { resource, viewer, id, anywhere: true };
  if (isDeepStrictEqual(after, stored.data))
    return readRecord(context, trx, place);
  const { row } = resource;
  const guarded = guardedFields(context.schemas.row(row));
  assertProved(guarded, { isProved, before: stored.data, after });
  await announceChange(trx, "records");
  const uniqueKey = uniqueKeyOf(resource, context.schemas.row(row), after);
  await writeRecord(trx, { row, id, author, before: stored, after, uniqueKey });
  return readRecord(context, trx, place);
}

/**
 * Removes a record; its history stays. Throws not_found, stale_row with the
 * current row, condition_unmet and key_reused.
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
    await announceChange(trx, "records");
    const { row } = resource;
    const removal = { row, id, author, before, after: null, uniqueKey: null };
    await writeRecord(trx, removal);
    return { success: true };
  });
}

/**
 * Runs a write once for its key. The write announces its change after it has locked
 * its row: followers wait for all who have announced a change, and must not wait for
 * a queue behind the row.
 */
const write = <Reply>(
  { database, clock, schemas }: RecordContext,
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
