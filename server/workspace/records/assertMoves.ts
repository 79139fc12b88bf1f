import type { Transaction } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import { rowMeets } from "../../../domain/condition/predicate";
import type { Field, Resource } from "../../../domain/resource";
import {
  isState,
  movers,
  requiredOnTheWay,
  stateOf,
  transitionsBetween,
  type Transition,
} from "../../../domain/states";
import type { Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import { assertMeets, type ReasonContext } from "./assertPossible";
import {
  findLastChange,
  type RecordData,
  type StoredRecord,
} from "./recordQueries";

type Move = {
  resource: Resource;
  viewer: Viewer;
  id: string;
  before: StoredRecord;
  after: RecordData;
};

/**
 * Throws unless all states of a record change by their transitions: forbidden for a
 * transition of other people, condition_unmet if none leads from the present state, and
 * invalid_fields for a missing field that the transition requires. The author of the last
 * change of a record may take it back.
 */
export async function assertMoves(
  context: ReasonContext,
  trx: Transaction<Tables>,
  move: Move,
): Promise<void> {
  const { resource, before, after } = move;
  const { properties } = context.schemas.row(resource.row);
  const moved = Object.entries(properties).filter(
    ([name, field]) =>
      isState(field) &&
      stateOf(name, field, before.data) !== stateOf(name, field, after),
  );
  assertKept(properties, move);
  if (moved.length === 0 || (await isUndo(trx, move, moved))) return;
  for (const [name, field] of moved) assertMove(context, move, { name, field });
}

/** Throws invalid_fields if a field is emptied that the way to a present state required. */
function assertKept(
  properties: Readonly<Record<string, Field>>,
  { before, after }: Move,
): void {
  const emptied = emptiedFields(properties, { before: before.data, after });
  if (emptied.length > 0) throw missingFields(emptied);
}

/** Returns the fields that a change empties although the way to a present state required them. */
export function emptiedFields(
  properties: Readonly<Record<string, Field>>,
  { before, after }: { before: RecordData; after: RecordData },
): string[] {
  const kept = Object.entries(properties).flatMap(([name, field]) =>
    isState(field) &&
    stateOf(name, field, before) === stateOf(name, field, after)
      ? requiredOnTheWay(field, stateOf(name, field, after))
      : [],
  );
  return kept.filter((name) => isEmpty(after[name]) && !isEmpty(before[name]));
}

const missingFields = (names: readonly string[]) =>
  failure("invalid_fields", {
    errors: Object.fromEntries(
      names.map((name) => [name, [{ key: "errors.required_field" }]]),
    ),
  });

function assertMove(
  context: ReasonContext,
  { resource, viewer, before, after }: Move,
  { name, field }: { name: string; field: Field },
): void {
  const from = stateOf(name, field, before.data);
  const data = { ...before.data, [name]: from };
  const leading = (field["x-states"] ?? []).filter(
    ({ to }) => to === after[name],
  );
  const own = leading.filter(({ access = movers }) =>
    isAllowed(access, viewer),
  );
  if (leading.length > 0 && own.length === 0) throw failure("forbidden");
  const conditionsOf = ({ from: states, when = [] }: Transition) => ({
    all: [{ field: name, in: [...states] }, ...[when].flat()],
  });
  const { properties: fields } = context.schemas.row(resource.row);
  const occasion = { viewer, now: context.clock.now() };
  const possible = transitionsBetween({ "x-states": own }, from, after[name])
    // The conditions may test fields that the same write fills in.
    .filter(({ when }) =>
      rowMeets(when, { fields, values: { ...after, [name]: from } }, occasion),
    );
  if (possible.length === 0)
    assertMeets(
      context,
      { any: own.map(conditionsOf) },
      { resource, viewer, data },
    );
  const missing = possible.map(({ requires = [] }) =>
    requires.filter((other) => isEmpty(after[other])),
  );
  if (possible.length > 0 && missing.some((names) => names.length === 0))
    return;
  const [first = []] = missing;
  throw missingFields(first);
}

/** Returns whether a field that a state requires has no value. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/**
 * Returns whether a write takes back the last change of its author: transitions that the
 * author could make.
 */
async function isUndo(
  trx: Transaction<Tables>,
  { resource, viewer, id, before, after }: Move,
  moved: readonly (readonly [name: string, field: Field])[],
): Promise<boolean> {
  const last = await findLastChange(trx, { row: resource.row, id });
  return (
    last?.userId === viewer.userId &&
    last.version === before.version &&
    moved.every(
      ([name, field]) =>
        stateOf(name, field, last.before ?? {}) === after[name] &&
        transitionsBetween(field, after[name], before.data[name]).some(
          ({ access = movers }) => isAllowed(access, viewer),
        ),
    )
  );
}
