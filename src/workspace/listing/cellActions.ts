import type { Action, Column } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useListing } from "./ListingContext";

/** Returns whether the action can be started for the row. */
export const isPossible = (
  { enabled }: Action,
  { row }: Pick<RowRecord, "row">,
): boolean =>
  !enabled || enabled.in.some((value) => value === row[enabled.field]);

/**
 * Returns the action that the cell of a column starts; undefined if the column
 * names none or the row does not allow it.
 */
export function useCellAction(
  column: Column,
  record: RowRecord,
): Action | undefined {
  const { actions = [] } = useListing().resource;
  if (column.action === undefined) return undefined;
  const action = actions.find(({ id }) => id === column.action);
  return action && isPossible(action, record) ? action : undefined;
}
