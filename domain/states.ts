import type { Access } from "./access";
import type {
  DeclaredAction,
  DeclaredResource,
  Field,
  RowSchema,
} from "./resource";

/** A step of a state machine: from any of these states to another. */
export type Transition = NonNullable<Field["x-states"]>[number];

/** Returns whether the field is a state, which changes by its transitions alone. */
export const isState = (field: Pick<Field, "x-states">): boolean =>
  field["x-states"] !== undefined;

/** Returns the state in data. A row from before the field was a state is in its first state. */
export const stateOf = (
  name: string,
  field: Field,
  data: Readonly<Record<string, unknown>>,
): unknown => data[name] ?? (field as { default?: unknown }).default;

/** Returns the transitions between two states. Several differ by their conditions or access. */
export const transitionsBetween = (
  { "x-states": transitions = [] }: Pick<Field, "x-states">,
  from: unknown,
  to: unknown,
): Transition[] =>
  transitions.filter(
    (transition) =>
      transition.to === to && transition.from.some((state) => state === from),
  );

/** Returns the fields that transitions to a state, and to the states before it, require. */
export function requiredOnTheWay(
  { "x-states": transitions = [] }: Pick<Field, "x-states">,
  state: unknown,
): string[] {
  const forward = transitions.filter(({ back }) => !back);
  const passed = new Set([state]);
  // Each round finds the states that are one transition further away.
  for (const _ of forward)
    for (const { from, to } of forward)
      if (passed.has(to)) for (const each of from) passed.add(each);
  return [
    ...new Set(
      forward.flatMap(({ to, requires = [] }) =>
        passed.has(to) ? requires : [],
      ),
    ),
  ];
}

/** The people who make a transition that names no others. */
export const movers: Access = { userTypes: ["manager"] };

/**
 * Returns the declaration with an action for each transition of the states that its actions
 * with `moves` name. Such an action asks for the fields that the transition requires.
 *
 * @example { id: "car", moves: "carState", on: ["row"] } // carToCollected, carToInYard, ...
 */
export function withMoves(
  declared: DeclaredResource,
  { properties }: Pick<RowSchema, "properties">,
): DeclaredResource {
  const { actions } = declared;
  if (!actions?.some(({ moves }) => moves !== undefined)) return declared;
  return {
    ...declared,
    actions: actions.flatMap((action): DeclaredAction[] => {
      const { moves } = action;
      const field = moves === undefined ? undefined : properties[moves];
      return moves === undefined || !field
        ? [action]
        : movesOf(action, { name: moves, field });
    }),
  };
}

function movesOf(
  action: DeclaredAction,
  { name, field }: { name: string; field: Field },
): DeclaredAction[] {
  const all = field["x-states"] ?? [];
  const transitions = [
    ...all.filter(({ back }) => !back),
    ...all.filter(({ back }) => back),
  ];
  const seen = new Map<string, number>();
  return transitions.map((transition) => {
    const {
      from,
      to,
      asks = [],
      requires = [],
      when,
      access,
      back,
    } = transition;
    const count = (seen.get(to) ?? 0) + 1;
    seen.set(to, count);
    const { enabled } = action;
    return {
      ...action,
      id: `${action.id}To${capital(to)}${count > 1 ? String(count) : ""}`,
      edits: [...new Set([name, ...asks, ...requires])],
      values: { [name]: to },
      enabled: [
        { field: name, in: [...from] },
        ...[when ?? []].flat(),
        ...[enabled ?? []].flat(),
      ],
      access: access ?? movers,
      ...(back && { back, confirm: true as const }),
    };
  });
}

const capital = (text: string): string =>
  text.slice(0, 1).toUpperCase() + text.slice(1);
