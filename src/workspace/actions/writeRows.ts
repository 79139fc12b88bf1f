import { mostBulkRows } from "../../../domain/limits";
import { versionField, type Action } from "../../../domain/resource";
import { connectionReturns, isOnline } from "../../providers/connection";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import {
  forgetWrite,
  isLostReply,
  randomId,
  type WriteCall,
} from "../../providers/write";
import {
  hasValues,
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
import {
  bulkCallOf,
  callOf,
  patchedFields,
  sendBulk,
  sendOne,
  versionOf,
  type Outcome,
  type RowWrite,
  type WriteScope,
} from "./writeCalls";

/** The outcome for one row; `error` is missing if the row was changed. */
export type WriteResult = {
  record: RowRecord;
  changeId: string;
  error?: unknown;
  /** No reply and no row says whether the change was made. */
  isUnknown?: boolean;
};

/** Whether a row was changed. */
export const isDone = ({ error }: WriteResult): boolean => error === undefined;

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
 * the server has one, else one call each. Writes with the same `runId` are undone together.
 * Never throws.
 */
export async function writeRows(
  scope: WriteScope,
  action: Action,
  writes: readonly RowWrite[],
  runId = randomId(),
): Promise<WriteResult[]> {
  const { resource, changes } = scope;
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
  /** The call of each result. */
  const calls: WriteCall[] = [];
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
      calls.push(sent);
      results.push(settle(scope, write, outcomes[index]));
    }
  }
  return confirmLost(scope, action, { pending, results, calls });
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

/**
 * Decides the changes whose replies were lost: the list is read again, and each change is
 * kept or reverted as its row says. If the list cannot be read, the changes stay
 * unconfirmed until its rows arrive.
 */
async function confirmLost(
  scope: WriteScope,
  action: Action,
  {
    pending,
    results,
    calls,
  }: {
    pending: readonly Pending[];
    results: readonly WriteResult[];
    calls: readonly WriteCall[];
  },
): Promise<WriteResult[]> {
  const isLost = ({ error }: WriteResult) =>
    error !== undefined && isLostReply(error);
  if (!results.some(isLost)) return [...results];
  const rows = await scope.reload();
  return Promise.all(
    results.map(async (result, index) => {
      const write = pending[index];
      if (!write || !isLost(result)) return result;
      const { record, changeId } = result;
      const outcome = await decideLost(scope, action, { write, rows });
      const call = calls[index];
      if (outcome !== "made") returnStep(scope, write);
      if (outcome !== "unknown" && call) forgetWrite(scope.keys, call);
      if (outcome === "made") return { record, changeId };
      return outcome === "unknown" ? { ...result, isUnknown: true } : result;
    }),
  );
}

/**
 * Returns the outcome of a change whose reply was lost; `unknown` if neither the list nor a
 * repeated call shows it, or if the action has no `patch`.
 */
async function decideLost(
  scope: WriteScope,
  action: Action,
  { write, rows }: { write: Pending; rows: ReadonlyMap<string, Row> | null },
): Promise<"made" | "notMade" | "unknown"> {
  const { changes } = scope;
  const { id: rowId } = write.record;
  const shown = patchedFields(scope, action, write);
  const isShown = Object.keys(shown).length > 0;
  if (!rows && isShown) return "unknown";
  const row =
    isShown && (rows?.get(rowId) ?? (await rowByRepeat(scope, action, write)));
  if (row && hasValues(row, shown)) {
    const seen = row[versionField];
    const version = typeof seen === "number" ? seen : undefined;
    const accepted = { id: write.changeId, rowId, version, now: Date.now() };
    changes.set(withAccepted(changes.get(), accepted));
    return "made";
  }
  changes.set(withoutChange(changes.get(), write.changeId));
  return row ? "notMade" : "unknown";
}

/** Methods of calls that have the same effect if they arrive twice. */
const repeatable: readonly Action["method"][] = ["PUT", "PATCH"];

/** Repeats a call and returns the row as the server has it; null if it does not say. */
async function rowByRepeat(
  scope: WriteScope,
  action: Action,
  write: Pending,
): Promise<Row | null> {
  if (!repeatable.includes(action.method)) return null;
  const outcome = await sendOne(scope, callOf(scope, action, write));
  if ("reply" in outcome)
    return {
      ...patchedFields(scope, action, write),
      [versionField]: versionIn(outcome.reply),
    };
  const { error } = outcome;
  return error instanceof CallError ? (error.current ?? null) : null;
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
