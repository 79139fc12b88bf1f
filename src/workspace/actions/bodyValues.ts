import { japanDay } from "../../../domain/japanTime";
import {
  keyValue,
  rowValueField,
  timeZoneValue,
  todayValue,
  type Action,
} from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import { serverNow } from "../../providers/serverClock";
import type { KnownAction } from "./useActionBodies";

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

/** Returns the properties that are not asked for, as the check needs them. */
export const fixedValues = (action: Action, row: Row, key: string): Row => ({
  ...Object.fromEntries(
    Object.keys(action.undo ?? {}).map((name) => [name, undefined]),
  ),
  ...declaredValues(action, row, key),
});

/**
 * Returns the properties of a form that the action sends. An action with `edits`
 * sends the changes only: an empty field clears the value of a single row, and
 * keeps the values of several rows.
 */
export function askedValues(
  { action, asked }: KnownAction,
  values: Row,
  rowCount: number,
): Row {
  const names = asked.map(([name]) => name);
  if (!action.edits)
    return Object.fromEntries(
      Object.entries(values).filter(([name]) => names.includes(name)),
    );
  const changes = names.map((name) => [name, values[name] ?? null] as const);
  return Object.fromEntries(
    changes.filter(([, value]) => rowCount === 1 || value !== null),
  );
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
