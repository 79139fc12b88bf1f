import { isAllowed, roles, type Access, type Viewer } from "../access";
import {
  conditionOf,
  testsIn,
  type Conditions,
  type RowCondition,
} from "../condition/condition";
import { decide, decideFor, decideViewers, meValue } from "../condition/decide";

/** A condition with the viewer parts decided and all values filled in. */
export type FixedCondition = RowCondition;

/**
 * Returns the conditions that hold for a viewer at a time, with the viewer's
 * values and the day in Japan filled in. A row must meet them all.
 */
export const fixedConditions = (
  where: Conditions | undefined,
  occasion: { viewer: Viewer; now: Date },
): FixedCondition[] => partsOf(decide(conditionOf(where), occasion));

/** Returns the conditions that limit the rows of a viewer, with their values as written. */
export const heldConditions = (
  where: Conditions | undefined,
  viewer: Viewer,
): FixedCondition[] =>
  partsOf(decideViewers(conditionOf(where), (rule) => isAllowed(rule, viewer)));

/** Returns every result that `heldConditions` can have, whoever the viewer is. */
export const possibleHeld = (
  where: Conditions | undefined,
): FixedCondition[][] =>
  ruleSets(where).map((rules) =>
    partsOf(decideViewers(conditionOf(where), isIn(rules))),
  );

/**
 * Returns every result that `fixedConditions` can have at a time, whoever the
 * viewer is. Conditions that depend on the viewer's id are left out.
 */
export function possibleConditions(
  where: Conditions | undefined,
  now: Date,
): FixedCondition[][] {
  const results = ruleSets(where).flatMap((rules) =>
    roles.map((role) =>
      partsOf(
        decideFor(conditionOf(where), { isAllowed: isIn(rules), role, now }),
      ),
    ),
  );
  const byText = new Map(
    results
      .filter((found) => !found.some(namesViewer))
      .map((found) => [conditionsKey(found), found]),
  );
  return [...byText.values()];
}

/** Returns a text that is the same for equal conditions only. */
export const conditionsKey = (conditions: readonly FixedCondition[]): string =>
  JSON.stringify(conditions);

/** Returns the access rules in conditions as texts, each once. */
export const rulesIn = (where: Conditions | undefined): string[] => [
  ...new Set(
    [...testsIn(where)].flatMap(({ test }) =>
      "viewer" in test ? JSON.stringify(test.viewer) : [],
    ),
  ),
];

/** Returns each set of rules that a viewer may pass. */
const ruleSets = (where: Conditions | undefined): string[][] =>
  rulesIn(where).reduce<string[][]>(
    (found, rule) => [...found, ...found.map((set) => [...set, rule])],
    [[]],
  );

const isIn = (rules: readonly string[]) => (rule: Access) =>
  rules.includes(JSON.stringify(rule));

const namesViewer = (condition: FixedCondition): boolean =>
  [...testsIn(condition)].some(
    ({ test }) =>
      "field" in test && [test.is, test.in].flat().includes(meValue),
  );

/** Returns the conditions that must all be met. The linter admits no filters here. */
const partsOf = (condition: ReturnType<typeof decide>): FixedCondition[] =>
  "all" in condition
    ? condition.all.flatMap(partsOf)
    : [condition as FixedCondition];
