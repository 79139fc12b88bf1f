import type { Permission, ViewProfileReply } from "../../../generated/schemas";
import permissionSchema from "../../../schemas/permission.json";
import { userLevels, userTypes } from "../../../domain/access";

/** Sets all flags to one value, except the flags given by name. */
export const permissions = (
  everything: boolean,
  but: Partial<Permission> = {},
): Permission => {
  const flags = Object.keys(permissionSchema.properties).map((flag) => [
    flag,
    everything,
  ]);
  return { ...(Object.fromEntries(flags) as Permission), ...but };
};

/** A client with money and every flag; `detail` says who else. */
export const profileReply = (
  detail: Partial<ViewProfileReply["detail"]> = {},
): ViewProfileReply => ({
  success: true,
  detail: {
    userId: "7",
    userType: userTypes.client,
    userLevel: userLevels.client,
    roleId: 2,
    fullName: "Anna Kowalska",
    email: "anna@example.com",
    company: null,
    countryId: null,
    city: null,
    address: null,
    mobile: null,
    officePhone: null,
    lastLogin: null,
    bidEmailNotify: true,
    language: null,
    invoiceLink: null,
    ...detail,
  },
  balanceInfo: {
    balance: 2_400_000,
    creditLimit: 3_000_000,
    dailyBidLimit: 10,
    dailyUssLimit: 5,
    activeBids: 0,
  },
  permission: permissions(true),
});
