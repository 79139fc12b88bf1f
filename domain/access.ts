import type { MetaResource, Permission } from "../generated/schemas";

export type PermissionFlag = Extract<keyof Permission, string>;

/**
 * The viewers who may see a part. They hold all flags, and have one of the
 * roles, one of the user types and one of the user levels, as far as any are
 * named.
 */
export type Access = NonNullable<MetaResource["access"]>;

/** The user of a request. Ids are text. A missing permission is not granted. */
export type Viewer = {
  userId: string;
  userType: number;
  userLevel: number;
  roleId: number;
  permissions: Partial<Record<PermissionFlag, boolean>>;
  /**
   * Values that the user has chosen and on which shown values depend, such as the
   * destination of prices. They are no rights. Null is no choice.
   */
  choices?: Readonly<Record<string, string | null>>;
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

/** Returns whether a manager confirms each bid of a user with this level. */
export const needsConfirmation = (level: number): boolean =>
  level === userLevels.troublesome;

/** The user levels that the portal knows. */
export const knownLevels: readonly number[] = [
  ...Object.values(userLevels),
  roleIds.dealer,
];

/** Returns whether the portal knows the user level. */
export const isKnownLevel = (level: number): boolean =>
  knownLevels.includes(level);

/** Every role that `roleOf` returns. */
export const roles = [
  "client",
  "dealer",
  "manager",
  "admin",
  "unknown",
] as const;

export type Role = (typeof roles)[number];

/** Returns whether the role works with the lists all day. */
export const isStaff = (role: Role): boolean =>
  role === "manager" || role === "admin";

/**
 * Returns the role of a user. An unknown combination of type, level and role id
 * is "unknown": it gets the client's menu and no rights.
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

/**
 * Returns a text that is the same for all viewers with the same rights, whoever
 * they are: what `isAllowed` and `roleOf` depend on.
 */
export function rightsOf(viewer: Viewer): string {
  const { userType, userLevel, roleId, permissions } = viewer;
  const flags = Object.entries(permissions)
    .filter(([, isHeld]) => isHeld)
    .map(([flag]) => flag)
    .toSorted();
  return [userType, userLevel, roleId, ...flags].join(" ");
}

/** Returns whether the viewer holds the flag. An unknown role holds no flag. */
export function hasFlag(viewer: Viewer, flag: PermissionFlag): boolean {
  return roleOf(viewer) !== "unknown" && viewer.permissions[flag] === true;
}

/**
 * Returns whether the access rule allows the viewer. An unknown role has no
 * user type and no user level.
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

/** The users who keep searches and other rows of their own: a guest only reads. */
export const members: Access = {
  userLevels: [
    "limited",
    "vip",
    "restricted",
    "system",
    "client",
    "troublesome",
  ],
};
