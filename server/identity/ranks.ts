import {
  roleIds,
  userLevels,
  userTypes,
  type Role,
  type Viewer,
} from "../../domain/access";

/** The roles that an administrator can give. */
export type KnownRole = Exclude<Role, "unknown">;

export const knownRoles: readonly KnownRole[] = [
  "client",
  "dealer",
  "manager",
  "admin",
];

export type Rank = Pick<Viewer, "userType" | "userLevel" | "roleId">;

/** Returns the rank of a row of users. */
export const storedRank = (user: {
  user_type: number;
  user_level: number;
  role_id: number;
}): Rank => ({
  userType: user.user_type,
  userLevel: user.user_level,
  roleId: user.role_id,
});

/**
 * The levels by the name that forms and lists use. `standard` stands for the
 * level that a role has without any restriction or privilege.
 */
const levels = {
  standard: userLevels.client,
  vip: userLevels.vip,
  limited: userLevels.limited,
  guest: userLevels.guest,
  troublesome: userLevels.troublesome,
  restricted: userLevels.restricted,
  disabled: userLevels.disabled,
} as const;

export type Level = keyof typeof levels;

const levelNames = Object.keys(levels) as readonly Level[];

/** Returns the name of a stored level; `standard` for a level without a name. */
export const levelOf = (userLevel: number): Level =>
  namedLevels.find(([, stored]) => stored === userLevel)?.[0] ?? "standard";

/** The stored numbers of each level with a name of its own. */
export const namedLevels: readonly (readonly [Level, number])[] =
  levelNames.flatMap((name) =>
    name === "standard" ? [] : [[name, levels[name]] as const],
  );

/**
 * Returns the stored numbers of a role and a level. An administrator is a
 * manager of the level `system`, so the only other level of an administrator is
 * disabled, which ends the role.
 */
export function rankOf(role: KnownRole, level: Level): Rank {
  const isStaff = role === "manager" || role === "admin";
  const userLevel =
    role === "admin" && level === "standard"
      ? userLevels.system
      : levels[level];
  return {
    userType: isStaff ? userTypes.manager : userTypes.client,
    userLevel,
    roleId: {
      client: userLevels.client,
      dealer: roleIds.dealer,
      manager: 0,
      admin: 0,
    }[role],
  };
}
