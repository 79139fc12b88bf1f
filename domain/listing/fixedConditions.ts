import { isAllowed, roleOf, roles, type Role, type Viewer } from "../access";
import { japanDay } from "../japanTime";
import { todayValue, type RowCondition, type Where } from "../resource";

/** A condition with all values filled in. */
export type FixedCondition = Omit<RowCondition, "unless">;

/** The values of a condition that depend on the viewer, with all their texts. */
export const viewerValues: Readonly<Record<string, readonly string[]>> = {
  "@role": roles,
  "@userType": ["client", "manager", "unknown"],
};

/** Returns the conditions of a declaration's `where`, as they are written. */
export const conditionsOf = (where: Where | undefined): RowCondition[] =>
  where === undefined ? [] : Array.isArray(where) ? where : [where];

/**
 * Returns the conditions that hold for a viewer at a time, with the viewer's
 * values and the day in Japan filled in.
 */
export const fixedConditions = (
  where: Where | undefined,
  { viewer, now }: { viewer: Viewer; now: Date },
): FixedCondition[] =>
  conditionsOf(where)
    .filter(({ unless }) => !unless || !isAllowed(unless, viewer))
    .map((condition) => filledIn(condition, roleOf(viewer), now));

/**
 * Returns every result that `fixedConditions` can have at a time, whoever the
 * viewer is.
 */
export function possibleConditions(
  where: Where | undefined,
  now: Date,
): FixedCondition[][] {
  const all = conditionsOf(where);
  const rules = [...new Set(all.map(ruleText))].filter((rule) => rule !== "");
  const results = subsets(rules).flatMap((lifted) => {
    const held = all.filter((one) => !lifted.includes(ruleText(one)));
    return roles.map((role) =>
      held.map((condition) => filledIn(condition, role, now)),
    );
  });
  const byText = new Map(results.map((found) => [conditionsKey(found), found]));
  return [...byText.values()];
}

/** Returns a text that is the same for equal conditions only. */
export const conditionsKey = (conditions: readonly FixedCondition[]): string =>
  JSON.stringify(conditions);

const ruleText = ({ unless }: RowCondition): string =>
  unless ? JSON.stringify(unless) : "";

const subsets = (entries: readonly string[]): string[][] =>
  entries.reduce<string[][]>(
    (found, entry) => [...found, ...found.map((set) => [...set, entry])],
    [[]],
  );

function filledIn(
  { unless: _unless, ...condition }: RowCondition,
  role: Role,
  now: Date,
): FixedCondition {
  const values: Readonly<Record<string, string>> = {
    "@role": role,
    "@userType": userTypeOf(role),
    [todayValue]: japanDay(now),
  };
  const fill = <Value>(value: Value) =>
    typeof value === "string" ? (values[value] ?? value) : value;
  const { in: choices, atLeast, atMost } = condition;
  return {
    ...condition,
    ...(choices ? { in: choices.map(fill) } : {}),
    ...(atLeast === undefined ? {} : { atLeast: fill(atLeast) }),
    ...(atMost === undefined ? {} : { atMost: fill(atMost) }),
  };
}

/** Returns the name of the user type, or "unknown" for an unknown role. */
function userTypeOf(role: Role): string {
  if (role === "unknown") return role;
  return role === "client" || role === "dealer" ? "client" : "manager";
}
