import {
  enabledConditions,
  type Action,
  type Column,
  rowValueField,
} from "../../../domain/resource";
import type { RowRecord, Row } from "../../providers/dataProvider";
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

/** Returns the values of a row by the properties of the body that stand for them. */
export const bodyNames = (action: Action, row: Row): Row =>
  Object.fromEntries(
    propertiesOf(action)
      .filter(([field]) => Object.hasOwn(row, field))
      .map(([field, name]) => [name, row[field]]),
  );

/**
 * Returns the record with the row that the person has seen in a conflict, whose
 * values `current` has by the properties of the body.
 */
export const withSeen = (
  record: RowRecord,
  action: Action,
  current: Row,
): RowRecord => {
  const seen = propertiesOf(action).flatMap(([field, name]) =>
    Object.hasOwn(current, name) ? [[field, current[name]] as const] : [],
  );
  return { ...record, row: { ...record.row, ...Object.fromEntries(seen) } };
};

/** Returns the fields of the row that an action sends, with their properties. */
function propertiesOf({
  patch = {},
  values = {},
}: Action): (readonly [field: string, property: string])[] {
  return [
    ...Object.entries(patch),
    ...Object.entries(values).flatMap(([name, value]) => {
      const field = rowValueField(value);
      return field === null ? [] : [[field, name] as const];
    }),
  ];
}
