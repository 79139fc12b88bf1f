import { rowPath } from "../../../domain/listing/defaultCalls";
import {
  versionField,
  type Action,
  type Resource,
} from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { versionTag } from "../../providers/rowApi";
import type { Store } from "../../providers/store";
import type { Workspace } from "../../providers/workspace";
import {
  knownVersion,
  type RowChanges,
  type UndoStep,
} from "../listing/rowChanges";
import { declaredValues } from "./bodyValues";
import type { CallKeys, WriteCall } from "./sendWrite";

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
  keys: CallKeys;
  /** Whether writes wait for a connection. */
  waits?: boolean;
};

/** Returns the fields of the row that show the values of a write. */
export function patchedFields(
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
