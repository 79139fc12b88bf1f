import { mostBulkRows } from "../../../domain/limits";
import { rowPath } from "../../../domain/listing/defaultCalls";
import {
  versionField,
  type Action,
  type Resource,
} from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { sessionRestored } from "../../providers/events";
import { CallError, request } from "../../providers/http";
import { randomId } from "../../providers/randomId";
import { sessionStore } from "../../providers/session";
import type { Store } from "../../providers/store";
import type { Workspace } from "../../providers/workspace";
import { declaredValues } from "./bodyValues";
import { confirmLost, isLostReply } from "./lostReplies";
import {
  withAccepted,
  withoutChange,
  withoutStep,
  withPatch,
  withServerRow,
  withUnconfirmed,
  type RowChanges,
  type UndoStep,
} from "../listing/rowChanges";

/** The values that an action writes to one row. */
export type RowWrite = {
  /** The row as it was shown when the person decided. */
  record: RowRecord;
  /** The properties of the body that the person has filled in. */
  values: Row;
  /** The step that this write takes back. */
  undoes?: UndoStep;
};

/** The list whose rows are written, and the place of its changes. */
export type WriteScope = {
  workspace: Pick<Workspace, "capabilities" | "row">;
  resource: Resource;
  changes: Store<RowChanges>;
  /** Reads the list again and returns its rows by id; null if that fails. */
  reload: () => Promise<ReadonlyMap<string, Row> | null>;
};

/** The outcome for one row; `error` is missing if the row was changed. */
export type WriteResult = {
  record: RowRecord;
  changeId: string;
  error?: unknown;
  /** No reply and no row says whether the change was made. */
  isUnknown?: boolean;
};

type Pending = RowWrite & { changeId: string };

/** The last write of each row. Writes of one row run one after the other. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs an action on rows. The rows show their new values at once. A refused
 * write reverts its own row only; after a lost reply the list is read again and
 * decides. Several rows use the action's bulk call if
 * the server has one, else one call each. Never throws.
 */
export async function writeRows(
  scope: WriteScope,
  action: Action,
  writes: readonly RowWrite[],
): Promise<WriteResult[]> {
  const { resource, changes } = scope;
  const runId = randomId();
  const pending = writes.map((write) => ({ ...write, changeId: randomId() }));
  for (const { record, values, undoes, changeId } of pending) {
    const { id: rowId, row } = record;
    const shown = patchedFields(scope, action, { record, values });
    const before = Object.keys(shown).map((name) => [name, row[name] ?? null]);
    const step: UndoStep | undefined =
      undoes || before.length === 0
        ? undefined
        : {
            id: changeId,
            rowId,
            runId,
            actionId: action.id,
            record,
            before: Object.fromEntries(before) as Row,
          };
    if (undoes) changes.set(withoutStep(changes.get(), undoes.id));
    const patch = { id: changeId, rowId, values: shown };
    changes.set(withPatch(changes.get(), patch, step));
  }
  const keys = pending.map(({ record }) => `${resource.name} ${record.id}`);
  const earlier = keys.flatMap((key) => queues.get(key) ?? []);
  const run = Promise.all(earlier).then(() => send(scope, action, pending));
  for (const key of keys) queues.set(key, run);
  try {
    return await run;
  } finally {
    for (const key of keys) if (queues.get(key) === run) queues.delete(key);
  }
}

/** Returns the fields of the row that show the values of a write. */
function patchedFields(
  { resource }: WriteScope,
  action: Action,
  { record, values }: RowWrite,
): Row {
  const { key } = resource;
  const sent: Row = { ...declaredValues(action, record.row, key), ...values };
  return Object.fromEntries(
    Object.entries(action.patch ?? {})
      .filter(([, property]) => Object.hasOwn(sent, property))
      .map(([field, property]) => [field, sent[property]]),
  );
}

async function send(
  scope: WriteScope,
  action: Action,
  pending: readonly Pending[],
): Promise<WriteResult[]> {
  const canBulk =
    action.bulk !== undefined &&
    pending.length > 1 &&
    scope.workspace.capabilities.bulkCalls;
  const results: WriteResult[] = [];
  const size = canBulk ? (action.bulkRows ?? mostBulkRows) : 1;
  for (let start = 0; start < pending.length; start += size) {
    const part = pending.slice(start, start + size);
    const outcomes = canBulk
      ? await sendBulk(scope, action, part)
      : await Promise.all(part.map((write) => sendOne(scope, action, write)));
    for (const [index, write] of part.entries())
      results.push(settle(scope, write, outcomes[index]));
  }
  return confirmResults(scope, { action, pending, results });
}

/** Methods of calls that have the same effect if they arrive twice. */
const repeatable: readonly Action["method"][] = ["PUT", "PATCH"];

/** Decides the changes whose replies were lost by the rows of the list. */
async function confirmResults(
  scope: WriteScope,
  {
    action,
    pending,
    results,
  }: {
    action: Action;
    pending: readonly Pending[];
    results: readonly WriteResult[];
  },
): Promise<WriteResult[]> {
  const { changes, reload } = scope;
  const lost = pending.filter((_, index) => {
    const { error } = results[index] ?? {};
    return error !== undefined && isLostReply(error);
  });
  if (lost.length === 0) return [...results];
  const outcomes = await confirmLost(
    changes,
    {
      reload,
      repeat: async ({ changeId, shown }) => {
        const write = lost.find((other) => other.changeId === changeId);
        if (!write || !repeatable.includes(action.method)) return null;
        const outcome = await sendOne(scope, action, write);
        if ("reply" in outcome)
          return { ...shown, [versionField]: versionIn(outcome.reply) };
        const { error } = outcome;
        return error instanceof CallError ? (error.current ?? null) : null;
      },
    },
    lost.map((write) => ({
      changeId: write.changeId,
      rowId: write.record.id,
      shown: patchedFields(scope, action, write),
    })),
  );
  const byId = new Map(
    lost.map(({ changeId }, index) => [changeId, outcomes[index]]),
  );
  for (const { changeId, undoes } of lost)
    if (undoes && byId.get(changeId) !== "made")
      changes.set({
        ...changes.get(),
        steps: [...changes.get().steps, undoes],
      });
  return results.map((result) => {
    const { record, changeId } = result;
    const outcome = byId.get(changeId);
    if (outcome === "made") return { record, changeId };
    return outcome === "unknown" ? { ...result, isUnknown: true } : result;
  });
}

type Outcome = { reply: unknown } | { error: unknown };

async function sendOne(
  scope: WriteScope,
  action: Action,
  write: Pending,
): Promise<Outcome> {
  const { method, path } = action;
  const address = rowPath(path, write.record.id);
  const body = bodyOf(scope, action, write);
  try {
    return { reply: await call(scope, { method, path: address, body }) };
  } catch (error) {
    return { error };
  }
}

/** The result of one row in the reply of a bulk call. */
type BulkResult = {
  success?: boolean;
  error?: string;
  messageCode?: string;
  current?: Record<string, unknown>;
};

async function sendBulk(
  scope: WriteScope,
  action: Action,
  writes: readonly Pending[],
): Promise<Outcome[]> {
  const { method, bulk = "" } = action;
  const rows = writes.map((write) => bodyOf(scope, action, write));
  try {
    const reply = await call<{ results?: BulkResult[] }>(scope, {
      method,
      path: bulk,
      body: { rows },
    });
    return writes.map((_, index) => {
      const result = reply.results?.[index];
      if (result?.success === true && !result.error) return { reply: result };
      const { messageCode = "internal", error, current } = result ?? {};
      const status = current ? 409 : 422;
      return {
        error: new CallError({
          status,
          code: messageCode,
          message: error,
          current,
        }),
      };
    });
  } catch (error) {
    return writes.map(() => ({ error }));
  }
}

/** The keys of calls whose replies were lost, by the call. */
const unansweredKeys = new Map<string, string>();

/**
 * Sends a call that the browser finishes even if the page is closed. An expired
 * session repeats it with the same key once the person has signed in again. The
 * same call after a lost reply also has the same key, so that it has one effect.
 */
async function call<Reply>(
  { workspace }: WriteScope,
  sent: { method: Action["method"]; path: string; body: Row },
): Promise<Reply> {
  const { method, path, body } = sent;
  const name = JSON.stringify(sent);
  const key = unansweredKeys.get(name) ?? randomId();
  const headers = workspace.capabilities.idempotencyKeys
    ? { "Idempotency-Key": key }
    : undefined;
  const attempt = async () => {
    try {
      const reply = await request<Reply>(path, {
        method,
        body,
        headers,
        keepalive: true,
      });
      unansweredKeys.delete(name);
      return reply;
    } catch (error) {
      if (isLostReply(error)) unansweredKeys.set(name, key);
      else unansweredKeys.delete(name);
      throw error;
    }
  };
  try {
    return await attempt();
  } catch (error) {
    const isExpired = error instanceof CallError && error.status === 401;
    if (!isExpired || !(await sessionReturns())) throw error;
  }
  return attempt();
}

/** Resolves true once the session is valid again, false when it has ended. */
const sessionReturns = (): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isBack: boolean) => {
      stopRestored();
      stopSession();
      resolve(isBack);
    };
    const stopRestored = sessionRestored.subscribe(() => {
      end(true);
    });
    const stopSession = sessionStore.subscribe(() => {
      if (sessionStore.get().status === "anonymous") end(false);
    });
  });

/**
 * Returns the body for one row: the values of the declaration and the
 * person's values. The version is the last that the person has seen or made.
 */
function bodyOf(
  { resource, changes }: WriteScope,
  action: Action,
  { record, values, undoes }: Pending,
): Row {
  const { id, row } = record;
  const own = changes.get().ownVersions[id];
  const seen = row[versionField];
  const version =
    undoes || (typeof seen === "number" && own !== undefined && own > seen)
      ? (own ?? seen)
      : seen;
  const { key } = resource;
  const known: Row = {
    ...row,
    [key]: row[key] ?? id,
    [versionField]: version,
  };
  return {
    ...declaredValues(action, known, key),
    ...values,
    ...(undoes ? action.undo : {}),
  };
}

/**
 * Keeps or reverts the patch of one row, as the server has decided. Without its
 * reply the patch stays, as unconfirmed.
 */
function settle(
  { changes, workspace, resource }: WriteScope,
  { record, changeId }: Pending,
  outcome: Outcome | undefined,
): WriteResult {
  const { id: rowId } = record;
  const now = Date.now();
  if (outcome && "reply" in outcome) {
    const version = versionIn(outcome.reply);
    const accepted = { id: changeId, rowId, version, now };
    changes.set(withAccepted(changes.get(), accepted));
    return { record, changeId };
  }
  const error = outcome?.error ?? new Error("no result");
  if (isLostReply(error)) {
    changes.set(withUnconfirmed(changes.get(), changeId));
    return { record, changeId, error };
  }
  changes.set(withoutChange(changes.get(), changeId));
  if (error instanceof CallError && error.current && error.status === 409) {
    const { properties } = workspace.row(resource.row);
    const values = Object.fromEntries(
      Object.entries(error.current).filter(
        ([name]) => Object.hasOwn(properties, name) && name !== resource.key,
      ),
    );
    const id = randomId();
    changes.set(withServerRow(changes.get(), { id, rowId, values, now }));
  }
  return { record, changeId, error };
}

function versionIn(reply: unknown): number | undefined {
  if (typeof reply !== "object" || reply === null) return undefined;
  const { version } = reply as { version?: unknown };
  return typeof version === "number" ? version : undefined;
}

/**
 * Returns the body values that take a step back: the former value of each
 * patched field.
 */
export const undoValues = ({ patch = {} }: Action, { before }: UndoStep): Row =>
  Object.fromEntries(
    Object.entries(patch)
      .filter(([field]) => Object.hasOwn(before, field))
      .map(([field, property]) => [property, before[field]]),
  );
