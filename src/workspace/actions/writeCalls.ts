import { japanDay } from "../../../domain/japanTime";
import type { LastChange } from "../../../domain/lastChange";
import { rowPath } from "../../../domain/listing/defaultCalls";
import { isCopied } from "../../../domain/recordReference";
import {
  keyValue,
  rowValueField,
  timeZoneValue,
  todayValue,
  versionField,
  type Action,
  type Resource,
} from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import { versionTag } from "../../providers/rowApi";
import { serverNow } from "../../providers/serverClock";
import { isSignedInAs } from "../../providers/session";
import type { Store } from "../../providers/store";
import type { Workspace } from "../../providers/workspace";
import {
  sendWrite,
  type WriteCall,
  type WriteKeys,
} from "../../providers/write";
import {
  knownVersion,
  type RowChanges,
  type UndoStep,
} from "../listing/rowChanges";
import type { KnownAction } from "./knownActions";

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
  /** The user who decided to write. Calls are sent only while this user is signed in. */
  userId: string;
  workspace: Pick<Workspace, "isOwnServer" | "row">;
  resource: Resource;
  changes: Store<RowChanges>;
  /** Reads the list again and returns its rows by id; null if that fails. */
  reload: () => Promise<ReadonlyMap<string, Row> | null>;
  /** The keys of the calls that are not answered yet. */
  keys: WriteKeys;
  /** Whether writes wait for a connection. */
  waits?: boolean;
};

/** Returns the values of the row by the properties that patch them. */
export const shownValues = ({ patch = {} }: Action, row: Row): Row =>
  Object.fromEntries(
    Object.entries(patch).map(([field, property]) => [property, row[field]]),
  );

/** Returns the values that the action gives by itself, filled in for a row. */
export function declaredValues(
  { values = {} }: Pick<Action, "values">,
  row: Row,
  key: string,
): Row {
  const entries = Object.entries(values).map(([name, value]) => {
    if (value === todayValue) return [name, japanDay(serverNow())];
    if (value === timeZoneValue)
      return [name, new Intl.DateTimeFormat().resolvedOptions().timeZone];
    const field = value === keyValue ? key : rowValueField(value);
    return [name, field === null ? value : row[field]];
  });
  return Object.fromEntries(entries) as Row;
}

/** Returns the properties that the form does not ask for, with the values to check. */
export const fixedValues = (action: Action, row: Row, key: string): Row => ({
  ...Object.fromEntries(
    Object.keys(action.undo ?? {}).map((name) => [name, undefined]),
  ),
  ...declaredValues(action, row, key),
});

/**
 * Returns the properties of a form that the action sends. An action with `edits`
 * sends the changes only: an empty field clears the value of a single row, and
 * keeps the values of several rows. Fields that the program copies are left out.
 */
export function askedValues(
  { action, asked }: KnownAction,
  values: Row,
  rowCount: number,
): Row {
  const names = asked
    .filter(([, field]) => !isCopied(field, values))
    .map(([name]) => name);
  if (!action.edits)
    return Object.fromEntries(
      Object.entries(values).filter(([name]) => names.includes(name)),
    );
  const changes = names.map((name) => [name, values[name] ?? null] as const);
  return Object.fromEntries(
    changes.filter(([, value]) => rowCount === 1 || value !== null),
  );
}

/** Returns the asked fields that the program copies into all of these rows. */
export const copiedFields = (
  { asked }: Pick<KnownAction, "asked">,
  rows: readonly Row[],
): string[] =>
  asked.flatMap(([name, field]) =>
    rows.every((row) => isCopied(field, row)) ? [name] : [],
  );

/**
 * Returns the writes of several rows without the fields that the program copies into a row,
 * and without the rows for which then no value is left.
 */
export const withoutCopied = (
  known: Pick<KnownAction, "asked">,
  writes: readonly RowWrite[],
): RowWrite[] =>
  writes.flatMap((write) => {
    const { record, values } = write;
    const copied = copiedFields(known, [{ ...record.row, ...values }]);
    const kept = Object.entries(values).filter(
      ([name]) => !copied.includes(name),
    );
    return kept.length < Object.keys(values).length && kept.length === 0
      ? []
      : [{ ...write, values: Object.fromEntries(kept) }];
  });

/** Returns the fields of the row that show the values of a body. */
export const patchedBy = ({ patch = {} }: Action, sent: Row): Row =>
  Object.fromEntries(
    Object.entries(patch)
      .filter(([, property]) => Object.hasOwn(sent, property))
      .map(([field, property]) => [field, sent[property]]),
  );

/** Returns the fields of the row that show the values of a write. */
export const patchedFields = (
  { resource: { key } }: WriteScope,
  action: Action,
  { record, values }: RowWrite,
): Row =>
  patchedBy(action, { ...declaredValues(action, record.row, key), ...values });

/** Returns the version that the person who decided has seen or made. */
export const versionOf = (
  { changes }: WriteScope,
  { record: { id, row } }: RowWrite,
): number | undefined => knownVersion(changes.get(), id, row[versionField]);

/** Returns the body for one row: the values of the declaration and of the person. */
function bodyOf(scope: WriteScope, action: Action, write: RowWrite): Row {
  const { record, values, undoes } = write;
  const { id, row } = record;
  const { key } = scope.resource;
  const known: Row = {
    ...row,
    [key]: row[key] ?? id,
    [versionField]: versionOf(scope, write) ?? row[versionField],
  };
  return {
    ...declaredValues(action, known, key),
    ...values,
    ...(undoes ? action.undo : {}),
  };
}

/** Returns the call of one row. A deletion has no body, so a header has the version. */
export const callOf = (
  scope: WriteScope,
  action: Action,
  write: RowWrite,
): WriteCall => ({
  method: action.method,
  path: rowPath(action.path, write.record.id),
  body: bodyOf(scope, action, write),
  ...(action.method === "DELETE" && {
    etag: versionTag({ [versionField]: versionOf(scope, write) }),
  }),
});

/** Returns the call of many rows. */
export const bulkCallOf = (
  scope: WriteScope,
  action: Action,
  writes: readonly RowWrite[],
): WriteCall => ({
  method: action.method,
  path: action.bulk ?? "",
  body: { rows: writes.map((write) => bodyOf(scope, action, write)) },
});

export type Outcome = { reply: unknown } | { error: unknown };

/**
 * Sends a call. The outcome is a 401 if the user who decided has left: a run can wait long,
 * and the next user of this browser must not send its calls.
 */
export async function sendOne(
  { userId, workspace: { isOwnServer }, keys }: WriteScope,
  call: WriteCall,
): Promise<Outcome> {
  if (!isSignedInAs(userId))
    return { error: new CallError({ status: 401, code: "unauthorized" }) };
  try {
    const options = { isOwnServer, keys, isLasting: true };
    return { reply: await sendWrite(call, options) };
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

/** Sends the call of many rows and returns the outcome of each. */
export async function sendBulk(
  scope: WriteScope,
  call: WriteCall,
  rowCount: number,
): Promise<Outcome[]> {
  const outcome = await sendOne(scope, call);
  const { results } =
    "reply" in outcome
      ? (outcome.reply as { results?: BulkResult[] })
      : { results: undefined };
  return Array.from({ length: rowCount }, (_, index) => {
    if ("error" in outcome) return outcome;
    const result = results?.[index] ?? {};
    const { success, error, messageCode, current, changed } = result;
    if (success === true && !error) return { reply: result };
    return {
      error: new CallError({
        status: current ? 409 : 422,
        code: messageCode ?? "internal",
        message: error,
        current,
        changed,
      }),
    };
  });
}
