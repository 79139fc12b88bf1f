import type { Row } from "../../providers/dataProvider";
import type { UnsentChange } from "../listing/ListingContext";
import type { KnownAction } from "./useActionBodies";

/**
 * Returns whether values may be sent later than the person decided: fields of a
 * record, but no amount of money.
 */
export const canWait = (
  { action, asked }: KnownAction,
  values: Row,
): boolean => {
  const names = Object.keys(values);
  if (action.edits === undefined || names.length === 0) return false;
  return asked.every(
    ([name, field]) => !names.includes(name) || field["x-unit"] !== "yen",
  );
};

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
