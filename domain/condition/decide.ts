import {
  isAllowed,
  roleOf,
  roles,
  type Access,
  type Role,
  type Viewer,
} from "../access";
import { japanDay } from "../japanTime";
import { todayValue } from "../resource";
import type {
  Condition,
  DecidedCondition,
  FieldTest,
  FilterTest,
  RowCondition,
  Value,
} from "./condition";

/** The condition that every row meets. */
const met: RowCondition = { all: [] };
/** The condition that no row meets. */
const unmet: RowCondition = { any: [] };

/** The value that stands for the id of the viewer. */
export const meValue = "@me";
/** The value that stands for the present instant. */
export const nowValue = "@now";

/** The values that depend on the viewer's rights, with all their texts. */
export const viewerValues: Readonly<Record<string, readonly string[]>> = {
  "@role": roles,
  "@userType": ["client", "manager", "unknown"],
};

/** The viewer and the time for which a condition is decided. */
export type Occasion = { viewer: Viewer; now: Date };

/** Returns the condition for a viewer at a time, without viewer parts and `@` values. */
export const decide = (
  condition: Condition,
  { viewer, now }: Occasion,
): DecidedCondition =>
  decideFor(condition, {
    isAllowed: (access) => isAllowed(access, viewer),
    role: roleOf(viewer),
    userId: viewer.userId,
    now,
  });

/** A viewer as conditions see one. */
type Decision = {
  isAllowed: (access: Access) => boolean;
  role: Role;
  /** Without it `@me` stays as it is. */
  userId?: string;
  now: Date;
};

/** Returns the condition with the viewer parts decided and all other values filled in. */
export function decideFor(
  condition: Condition,
  decision: Decision,
): DecidedCondition {
  const values: Readonly<Record<string, string>> = {
    "@role": decision.role,
    "@userType": userTypeOf(decision.role),
    [todayValue]: japanDay(decision.now),
    [nowValue]: decision.now.toISOString(),
    ...(decision.userId !== undefined && { [meValue]: decision.userId }),
  };
  return decideViewers(condition, decision.isAllowed, (test) =>
    filledIn(test, values),
  );
}

/**
 * Returns the condition with the viewer parts decided: parts that are met, or cannot be
 * met, are left out.
 */
export function decideViewers(
  condition: Condition,
  allows: (access: Access) => boolean,
  fill: <Test extends FieldTest | FilterTest>(test: Test) => Test = (test) =>
    test,
): DecidedCondition {
  const decided = (part: Condition): DecidedCondition => {
    if ("viewer" in part) return allows(part.viewer) ? met : unmet;
    if ("not" in part) {
      const inner = decided(part.not);
      if (isMet(inner)) return unmet;
      return isUnmet(inner) ? met : { not: inner };
    }
    if ("all" in part) {
      const parts = part.all.map(decided).filter((each) => !isMet(each));
      if (parts.some(isUnmet)) return unmet;
      return onlyOf(parts) ?? { all: parts };
    }
    if ("any" in part) {
      const parts = part.any.map(decided).filter((each) => !isUnmet(each));
      if (parts.some(isMet)) return met;
      return onlyOf(parts) ?? { any: parts };
    }
    return fill(part);
  };
  return decided(condition);
}

const isMet = (condition: DecidedCondition): boolean =>
  "all" in condition && condition.all.length === 0;
/** Returns whether no row meets a decided condition. */
export const isUnmet = (condition: DecidedCondition): boolean =>
  "any" in condition && condition.any.length === 0;

const onlyOf = <Part>(parts: readonly Part[]): Part | undefined =>
  parts.length === 1 ? parts[0] : undefined;

function filledIn<Test extends FieldTest | FilterTest>(
  test: Test,
  values: Readonly<Record<string, string>>,
): Test {
  const fill = <Given extends Value>(value: Given) =>
    typeof value === "string" ? (values[value] ?? value) : value;
  const { is, in: choices, atLeast, atMost } = test;
  return {
    ...test,
    ...(is !== undefined && { is: fill(is) }),
    ...(choices && { in: choices.map(fill) }),
    ...(atLeast !== undefined && { atLeast: fill(atLeast) }),
    ...(atMost !== undefined && { atMost: fill(atMost) }),
  };
}

/** Returns the name of the user type, or "unknown" for an unknown role. */
function userTypeOf(role: Role): string {
  if (role === "unknown") return role;
  return role === "client" || role === "dealer" ? "client" : "manager";
}
