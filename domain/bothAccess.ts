import type { Access } from "./access";

/** A rule that no viewer passes: an unknown role has no user type. */
const nobody: Access = { roles: ["unknown"], userTypes: ["client"] };

/** Returns the rule that allows exactly the viewers whom both rules allow. */
export function bothAccess(left: Access, right: Access | undefined): Access {
  if (!right) return left;
  const lists = {
    roles: common(left.roles, right.roles),
    userTypes: common(left.userTypes, right.userTypes),
    userLevels: common(left.userLevels, right.userLevels),
  };
  const named = Object.entries(lists).filter(
    ([, names]) => names !== undefined,
  );
  // An empty list restricts nothing, so it cannot stand for "no viewer".
  if (named.some(([, names]) => names?.length === 0)) return nobody;
  const flags = [...new Set([...(left.flags ?? []), ...(right.flags ?? [])])];
  return {
    ...(flags.length > 0 ? { flags } : {}),
    ...Object.fromEntries(named),
  };
}

function common<Name>(
  left: readonly Name[] | undefined,
  right: readonly Name[] | undefined,
): Name[] | undefined {
  if (!left?.length) return right?.length ? [...right] : undefined;
  return right?.length
    ? left.filter((name) => right.includes(name))
    : [...left];
}
