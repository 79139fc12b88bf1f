import { mostBulkRows } from "../../../domain/limits";
import type { LastChange } from "../../../domain/lastChange";
import { versionField, type Action } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { connectionReturns, isOnline } from "../../providers/connection";
import { CallError } from "../../providers/http";
import { randomId } from "../../providers/idempotencyKey";
import { isSignedInAs } from "../../providers/session";
import { confirmLost, isLostReply } from "./lostReplies";
import {
  bulkCallOf,
  callOf,
  patchedFields,
  versionOf,
  type RowWrite,
  type WriteScope,
} from "./writeCalls";
import { keyName, sendWrite, type WriteCall } from "./sendWrite";
import {
  withAccepted,
  withDelayed,
  withoutChange,
  withoutStep,
  withPatch,
  withServerRow,
  withStepBack,
  withUnconfirmed,
  type UndoStep,
} from "../listing/rowChanges";

/** The outcome for one row; `error` is missing if the row was changed. */
export type WriteResult = {
  record: RowRecord;
  changeId: string;
  error?: unknown;
  /** No reply and no row says whether the change was made. */
  isUnknown?: boolean;
};

type Pending = RowWrite & {
  changeId: string;
  /** The later steps of the row than the step that this write undoes. */
  later: ReadonlySet<string>;
};

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
  const pending = writes.map((write): Pending => {
    const { steps } = changes.get();
    const place = steps.findIndex(({ id }) => id === write.undoes?.id);
    const later = new Set(steps.slice(place + 1).map(({ id }) => id));
    return { ...write, changeId: randomId(), later };
  });
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

async function send(
  scope: WriteScope,
  action: Action,
  pending: readonly Pending[],
): Promise<WriteResult[]> {
  await untilConnected(scope, pending);
  const canBulk =
    action.bulk !== undefined &&
    pending.length > 1 &&
    scope.workspace.isOwnServer;
  const results: WriteResult[] = [];
  const calls = new Map<string, WriteCall>();
  const size = canBulk ? (action.bulkRows ?? mostBulkRows) : 1;
  for (let start = 0; start < pending.length; start += size) {
    const part = pending.slice(start, start + size);
    const [first] = part;
    if (!first) break;
    const sent = canBulk
      ? bulkCallOf(scope, action, part)
      : callOf(scope, action, first);
    const outcomes = canBulk
      ? await sendBulk(scope, sent, part.length)
      : [await sendOne(scope, sent)];
    for (const [index, write] of part.entries()) {
      calls.set(write.changeId, sent);
      results.push(settle(scope, write, outcomes[index]));
    }
  }
  return confirmResults(scope, { action, pending, results, calls });
}

/** Marks the changes as waiting until there is a connection or the session ends. */
async function untilConnected(
  { changes, waits = false }: WriteScope,
  pending: readonly Pending[],
): Promise<void> {
  if (!waits || isOnline()) return;
  const ids = new Set(pending.map(({ changeId }) => changeId));
  changes.set(withDelayed(changes.get(), ids, true));
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
  };
  // The list may have left the screen by then, so it cannot ask.
  addEventListener("beforeunload", ask);
  await connectionReturns();
  removeEventListener("beforeunload", ask);
  changes.set(withDelayed(changes.get(), ids, false));
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
    calls,
  }: {
    action: Action;
    pending: readonly Pending[];
    results: readonly WriteResult[];
    calls: ReadonlyMap<string, WriteCall>;
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
        const outcome = await sendOne(scope, callOf(scope, action, write));
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
  for (const write of lost) {
    const outcome = byId.get(write.changeId);
    const sent = calls.get(write.changeId);
    if (outcome !== "made") returnStep(scope, write);
    if (outcome !== "unknown" && sent) scope.keys.delete(keyName(sent));
  }
  return results.map((result) => {
    const { record, changeId } = result;
    const outcome = byId.get(changeId);
    if (outcome === "made") return { record, changeId };
    return outcome === "unknown" ? { ...result, isUnknown: true } : result;
  });
}

type Outcome = { reply: unknown } | { error: unknown };

/**
 * Sends a call, or throws a 401 if the user who decided has left: a run can wait long,
 * and the next user of this browser must not send its calls.
 */
function sendAsDecider<Reply>(
  scope: WriteScope,
  sent: WriteCall,
): Promise<Reply> {
  if (isSignedInAs(scope.userId)) return sendWrite<Reply>(scope, sent);
  throw new CallError({ status: 401, code: "unauthorized" });
}

async function sendOne(scope: WriteScope, sent: WriteCall): Promise<Outcome> {
  try {
    return { reply: await sendAsDecider(scope, sent) };
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
  changed?: LastChange;
};

async function sendBulk(
  scope: WriteScope,
  sent: WriteCall,
  rowCount: number,
): Promise<Outcome[]> {
  const places = Array.from({ length: rowCount }, (_, index) => index);
  try {
    const reply = await sendAsDecider<{ results?: BulkResult[] }>(scope, sent);
    return places.map((index) => {
      const result = reply.results?.[index];
      if (result?.success === true && !result.error) return { reply: result };
      const { messageCode = "internal", error } = result ?? {};
      const { current, changed } = result ?? {};
      const status = current ? 409 : 422;
      return {
        error: new CallError({
          status,
          code: messageCode,
          message: error,
          current,
          changed,
        }),
      };
    });
  } catch (error) {
    return places.map(() => ({ error }));
  }
}

/**
 * Keeps or reverts the patch of one row, as the server has decided. Without its
 * reply the patch stays, as unconfirmed.
 */
function settle(
  scope: WriteScope,
  write: Pending,
  outcome: Outcome | undefined,
): WriteResult {
  const { changes, workspace, resource } = scope;
  const { record, changeId } = write;
  const { id: rowId } = record;
  const now = Date.now();
  if (outcome && "reply" in outcome) {
    const version = versionIn(outcome.reply);
    const sent = versionOf(scope, write);
    const accepted = { id: changeId, rowId, sent, version, now };
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
  } else returnStep(scope, write);
  return { record, changeId, error };
}

/** Puts a step back that could not be taken back. */
function returnStep({ changes }: WriteScope, { undoes, later }: Pending): void {
  if (undoes) changes.set(withStepBack(changes.get(), { step: undoes, later }));
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
