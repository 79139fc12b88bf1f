import {
  roleOf,
  userLevels,
  type PermissionFlag,
  type Role,
  type Viewer,
} from "../../domain/access";
import type { Permission } from "../../generated/schemas";
import permission from "../../schemas/permission.json";

/** The stored flags of a user; missing flags are false. */
export type StoredPermissions = Partial<Record<PermissionFlag, boolean>>;

/** All flags of the schema as false. */
const none = Object.fromEntries(
  Object.keys(permission.properties).map((flag) => [flag, false]),
) as Permission;

/** Flags for reading lists and lots. */
const readingPermissions: StoredPermissions = {
  carAuctionsView: true,
  salesStatisticsView: true,
  onepriceView: true,
  bikeView: true,
};

/** Flags of every client who may browse all lists. */
const browsingPermissions: StoredPermissions = {
  ...readingPermissions,
  shareCar: true,
  auctionTranslationUse: true,
  downloadPhotos: true,
};

const clientPermissions: StoredPermissions = {
  ...browsingPermissions,
  downloadInvoice: true,
  biddingAllowed: true,
  exportTypeShow: true,
  bidDeadlineCheck: true,
  creditLimitCheck: true,
  dailyBidLimitCheck: true,
  ussLimitCheck: true,
  lastHourBidWarning: true,
};

/** Flags of managers and administrators. */
const managerPermissions: StoredPermissions = {
  ...browsingPermissions,
  biddingAllowed: true,
  adjustmentPriceShow: true,
  exportTypeShow: true,
  exportTypeOptional: true,
  managerBidForClient: true,
  bidManagementEnabled: true,
  bidManageStatus: true,
  bidManageBidPrice: true,
  bidManageSoldPrice: true,
  lastHourBidWarning: true,
};

/** Flags of administrators alone, until a manager is given them. */
const adminPermissions: StoredPermissions = {
  ...managerPermissions,
  correctOutcome: true,
  moneyManage: true,
  moneyClose: true,
};

/** The flags of a role, from which a user's flags may differ. */
export const rolePermissions: Record<Role, StoredPermissions> = {
  client: clientPermissions,
  dealer: { ...clientPermissions, dealerBidAccess: true },
  manager: managerPermissions,
  admin: adminPermissions,
  unknown: {},
};

/** The flags by which a user differs from the role. */
export type FlagExceptions = {
  allowedFlags: readonly PermissionFlag[];
  deniedFlags: readonly PermissionFlag[];
};

/** Returns by which flags a user differs from the role. */
export function exceptionsOf(
  role: Role,
  stored: StoredPermissions,
): FlagExceptions {
  const ofRole = rolePermissions[role];
  const flags = Object.keys(none) as PermissionFlag[];
  return {
    allowedFlags: flags.filter((flag) => stored[flag] && !ofRole[flag]),
    deniedFlags: flags.filter((flag) => ofRole[flag] && !stored[flag]),
  };
}

/** What accounts of some levels may do at most, whatever their flags are. */
const most: Readonly<Record<number, (flag: string) => boolean>> = {
  [userLevels.restricted]: (flag) => flag !== "biddingAllowed",
  [userLevels.guest]: (flag) => Object.hasOwn(readingPermissions, flag),
  [userLevels.disabled]: () => false,
};

/** Limits that always apply to users of some levels, whatever their flags are. */
const always: Readonly<Record<number, StoredPermissions>> = {
  [userLevels.limited]: {
    bidDeadlineCheck: true,
    creditLimitCheck: true,
    dailyBidLimitCheck: true,
    ussLimitCheck: true,
  },
};

/**
 * Returns the flags that apply: all false for an unknown role and for a disabled account.
 * A restricted account cannot bid until it deposits, a guest only reads lists and lots, and
 * all limits apply to a limited account.
 */
export function effectivePermissions(
  user: Pick<Viewer, "userType" | "userLevel" | "roleId">,
  stored: StoredPermissions,
): Permission {
  if (roleOf(user) === "unknown") return none;
  const isPossible = most[user.userLevel] ?? (() => true);
  const held = Object.entries(stored).filter(([flag]) => isPossible(flag));
  return {
    ...none,
    ...Object.fromEntries(held),
    ...always[user.userLevel],
  };
}
