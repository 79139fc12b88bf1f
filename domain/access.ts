import type { MetaResource, Permission } from "../generated/schemas";

export type PermissionFlag = Extract<keyof Permission, string>;

/**
 * Who sees a part: all flags true, and one each of the roles, the user types
 * and the user levels, where any are named.
 */
export type Access = NonNullable<MetaResource["access"]>;

/** Who asks. Ids are text; permissions that are not listed are not given. */
export type Viewer = {
  userId: string;
  userType: number;
  userLevel: number;
  roleId: number;
  permissions: Partial<Record<PermissionFlag, boolean>>;
};

export const userTypes = { client: 2, manager: 3 } as const;
export const userLevels = {
  limited: 979,
  guest: 980,
  vip: 981,
  disabled: 982,
  restricted: 984,
  system: 991,
  client: 1064,
  troublesome: 1065,
} as const;
export const roleIds = { dealer: 1092 } as const;

const knownLevels = new Set<number>([
  ...Object.values(userLevels),
  983,
  roleIds.dealer,
]);

/** Whether a user level is one of those that have a meaning. */
export const isKnownLevel = (level: number): boolean => knownLevels.has(level);

export type Role = "client" | "dealer" | "manager" | "admin" | "unknown";

/**
 * The role of a user. A combination that is not known is "unknown": it gets
 * the client's menu and no rights.
 */
export function roleOf(
  viewer: Pick<Viewer, "userType" | "userLevel" | "roleId">,
): Role {
  if (!isKnownLevel(viewer.userLevel)) return "unknown";
  if (viewer.userType === userTypes.manager)
    return viewer.userLevel === userLevels.system ? "admin" : "manager";
  if (viewer.userType !== userTypes.client) return "unknown";
  return viewer.roleId === roleIds.dealer ? "dealer" : "client";
}

/** Whether the viewer holds the flag; an unknown role holds none. */
export function hasFlag(viewer: Viewer, flag: PermissionFlag): boolean {
  return roleOf(viewer) !== "unknown" && viewer.permissions[flag] === true;
}

/**
 * Whether the viewer may see a part with this access rule: every kind that it
 * names must hold. An unknown role has no user type and no user level.
 */
export function isAllowed(access: Access | undefined, viewer: Viewer): boolean {
  if (!access) return true;
  const { flags = [], roles, userTypes: types, userLevels: levels } = access;
  const role = roleOf(viewer);
  const isKnown = role !== "unknown";
  return (
    flags.every((flag) => hasFlag(viewer, flag)) &&
    isOneOf(roles, (name) => name === role) &&
    isOneOf(types, (name) => isKnown && userTypes[name] === viewer.userType) &&
    isOneOf(levels, (name) => isKnown && userLevels[name] === viewer.userLevel)
  );
}

const isOneOf = <Name>(
  names: readonly Name[] | undefined,
  isTheirs: (name: Name) => boolean,
): boolean => !names?.length || names.some(isTheirs);
