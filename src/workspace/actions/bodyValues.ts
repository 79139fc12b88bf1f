import { keyValue, rowValueField, type Action } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";

/** Returns the values of the row by the properties that patch them. */
export const shownValues = ({ patch = {} }: Action, row: Row): Row =>
  Object.fromEntries(
    Object.entries(patch).map(([field, property]) => [property, row[field]]),
  );

/** Returns the properties that are not asked for, as the check needs them. */
export function fixedValues(
  { values = {}, undo = {} }: Action,
  row: Row,
  key: string,
): Row {
  const entries = Object.entries(values).map(([name, value]) => {
    const field = rowValueField(value) ?? (value === keyValue ? key : null);
    return [name, field === null ? value : row[field]];
  });
  const left = Object.keys(undo).map((name) => [name, undefined]);
  return Object.fromEntries([...left, ...entries]) as Row;
}

/** Returns the record with the row that the person has seen in a conflict. */
export const withSeen = (
  record: RowRecord,
  { values = {} }: Action,
  current: Row,
): RowRecord => {
  const read = Object.entries(values).flatMap(([name, value]) => {
    const field = rowValueField(value);
    return field !== null && Object.hasOwn(current, name)
      ? [[field, current[name]] as const]
      : [];
  });
  return { ...record, row: { ...record.row, ...Object.fromEntries(read) } };
};

/**
 * Returns a conflict whose present row is named by the properties of the body,
 * as the form knows them; other errors stay as they are.
 */
export function namedByBody(error: unknown, action: Action): unknown {
  if (!(error instanceof CallError) || !error.current) return error;
  return new CallError({
    status: error.status,
    code: error.code,
    message: error.message,
    errors: error.errors,
    current: bodyNames(action, error.current),
  });
}

/** Returns the values of a row by the properties of the body that stand for them. */
export function bodyNames({ patch = {}, values = {} }: Action, row: Row): Row {
  const names = [
    ...Object.entries(patch),
    ...Object.entries(values).flatMap(([name, value]) => {
      const field = rowValueField(value);
      return field === null ? [] : [[field, name] as const];
    }),
  ];
  return Object.fromEntries(
    names
      .filter(([field]) => Object.hasOwn(row, field))
      .map(([field, name]) => [name, row[field]]),
  );
}
