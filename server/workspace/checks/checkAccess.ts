import {
  isAllowed,
  roleIds,
  userLevels,
  userTypes,
  type Access,
  type Viewer,
} from "../../../domain/access";
import { escapePointer, isObject } from "../../platform/pointer";
import type { Fault } from "../../platform/problem";

const levels = Object.values(userLevels);
const somebody = [...Object.values(userTypes), 0].flatMap((userType) =>
  [...levels, 0].flatMap((userLevel) =>
    [roleIds.dealer, 0].map((roleId) => ({ userType, userLevel, roleId })),
  ),
);

/**
 * Access rules anywhere in a declaration that say nothing, or that nobody can
 * pass, whatever flags are given.
 */
export function* checkAccess(part: unknown, pointer = ""): Generator<Fault> {
  if (typeof part !== "object" || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    const here = `${pointer}/${escapePointer(name)}`;
    if (name === "access" && isObject(value)) yield* ruleFaults(value, here);
    else yield* checkAccess(value, here);
  }
}

/** The same of one rule, which is known to keep its schema. */
export function* ruleFaults(rule: Access, pointer: string): Generator<Fault> {
  const lists = Object.entries(rule);
  if (lists.length === 0)
    yield { pointer, reason: "says nothing; leave it out" };
  for (const [kind, names] of lists)
    if (names.length === 0)
      yield {
        pointer: `${pointer}/${kind}`,
        reason: "is empty, which keeps nobody away; leave it out",
      };
  if (!somebody.some((one) => isAllowed(rule, withFlags(one, rule))))
    yield {
      pointer,
      reason: "nobody can pass it: what it names does not go together",
    };
}

const withFlags = (
  one: Omit<Viewer, "userId" | "permissions">,
  { flags = [] }: Access,
): Viewer => ({
  ...one,
  userId: "0",
  permissions: Object.fromEntries(flags.map((flag) => [flag, true])),
});
