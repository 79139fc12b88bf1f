import {
  enabledConditions,
  type Action,
  type Column,
} from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useListing } from "./ListingContext";

/** Returns whether the action can be started for the row. */
export const isPossible = (
  action: Action,
  { row }: Pick<RowRecord, "row">,
): boolean =>
  enabledConditions(action).every(({ field, in: values }) => {
    const value = row[field] ?? null;
    return values ? values.some((each) => each === value) : value !== null;
  });

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
