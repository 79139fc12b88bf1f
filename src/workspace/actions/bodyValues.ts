import { japanDay } from "../../../domain/japanTime";
import {
  keyValue,
  rowValueField,
  timeZoneValue,
  todayValue,
  type Action,
} from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import { serverNow } from "../../providers/serverClock";
import { bodyNames } from "../listing/actionFields";
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

/**
 * Renames the fields of `error.current` to properties of the body, so that the form can
 * compare them. Returns other errors unchanged.
 */
export function namedByBody(error: unknown, action: Action): unknown {
  if (!(error instanceof CallError) || !error.current) return error;
  return new CallError({
    status: error.status,
    code: error.code,
    message: error.message,
    errors: error.errors,
    current: bodyNames(action, error.current),
    changed: error.changed,
  });
}
