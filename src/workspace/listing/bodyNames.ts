import { rowValueField, type Action } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";

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
