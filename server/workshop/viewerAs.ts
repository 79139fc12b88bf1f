import {
  roleIds,
  userLevels,
  userTypes,
  type Role,
  type Viewer,
} from "../../domain/access";

export const roles: readonly Role[] = [
  "client",
  "dealer",
  "manager",
  "admin",
  "unknown",
];

const users: Record<Role, Pick<Viewer, "userType" | "userLevel" | "roleId">> = {
  client: {
    userType: userTypes.client,
    userLevel: userLevels.client,
    roleId: userLevels.client,
  },
  dealer: {
    userType: userTypes.client,
    userLevel: userLevels.client,
    roleId: roleIds.dealer,
  },
  manager: {
    userType: userTypes.manager,
    userLevel: userLevels.client,
    roleId: userLevels.client,
  },
  admin: {
    userType: userTypes.manager,
    userLevel: userLevels.system,
    roleId: userLevels.system,
  },
  unknown: { userType: 0, userLevel: 0, roleId: 0 },
};

/** Returns a viewer with the role and the permission flags. */
export const viewerAs = (
  { role, flags }: { role: Role; flags: readonly string[] },
  userId: string,
): Viewer => ({
  ...users[role],
  userId,
  permissions: Object.fromEntries(flags.map((flag) => [flag, true])),
});
