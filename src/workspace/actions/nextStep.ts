import { mostSelectedRows } from "../../../domain/limits";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { isPossible } from "../listing/actionFields";
import type { UnsentChange } from "../listing/listActions";
import type { KnownAction } from "./useActionBodies";

/** The first step of an action. */
export type Step =
  /** It is possible for no row. */
  | { kind: "impossible" }
  /** All rows have its values already. */
  | { kind: "unchanged" }
  | { kind: "tooMany"; most: number }
  | { kind: "offline" }
  /** The change is kept until the person sends it, because there is no connection. */
  | { kind: "keep"; records: readonly RowRecord[]; values: Row }
  | { kind: "download"; record: RowRecord | undefined }
  /** A form asks for the values. */
  | { kind: "ask"; records: readonly RowRecord[] }
  | {
      kind: "write";
      records: readonly RowRecord[];
      values: Row;
      /** Whether the write waits for a connection. */
      waits: boolean;
      /** The number of rows for which the action is not possible. */
      skipped: number;
    };

/**
 * Returns the first step of an action for these rows. `values` are the properties of the
 * body that the person has chosen already; without rows, the action is on the list.
 */
export function nextStep(
  known: KnownAction,
  {
    records,
    values,
    isOnline,
  }: {
    records: readonly RowRecord[];
    values: Row | undefined;
    isOnline: boolean;
  },
): Step {
  const { action, asked } = known;
  const { mostRows: most = mostSelectedRows, download, patch = {} } = action;
  const possible = records.filter((record) => isPossible(action, record));
  if (possible.length === 0 && records.length > 0)
    return { kind: "impossible" };
  const shown = Object.entries(patch);
  const changed = possible.filter(
    ({ row }) =>
      !values ||
      shown.length === 0 ||
      shown.some(([field, name]) => values[name] !== row[field]),
  );
  if (changed.length === 0 && records.length > 0) return { kind: "unchanged" };
  if (changed.length > most) return { kind: "tooMany", most };
  const isChosen = values !== undefined || asked.length === 0;
  const chosen = values ?? {};
  const waits = values !== undefined && canWait(known, values);
  if (!isOnline && !waits)
    return isChosen && !download
      ? { kind: "keep", records: changed, values: chosen }
      : { kind: "offline" };
  if (download)
    return { kind: "download", record: changed.find(({ id }) => id !== "") };
  if (!isChosen) return { kind: "ask", records: changed };
  const skipped = records.length - possible.length;
  return { kind: "write", records: changed, values: chosen, waits, skipped };
}

/**
 * Returns whether values may be sent later than the person decided: fields of a
 * record, but no amount of money.
 */
export function canWait({ action, asked }: KnownAction, values: Row): boolean {
  const names = Object.keys(values);
  if (action.edits === undefined || names.length === 0) return false;
  return asked.every(
    ([name, field]) => !names.includes(name) || field["x-unit"] !== "yen",
  );
}

/** Adds a change. It replaces former changes of the same rows by the same action. */
export function withUnsent(
  kept: readonly UnsentChange[],
  change: UnsentChange,
): readonly UnsentChange[] {
  const ids = new Set(change.records.map(({ id }) => id));
  const others = kept.map((other) =>
    other.actionId === change.actionId
      ? { ...other, records: other.records.filter(({ id }) => !ids.has(id)) }
      : other,
  );
  return [...others.filter(({ records }) => records.length > 0), change];
}
