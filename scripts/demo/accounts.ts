import { roleIds, userLevels, userTypes } from "../../domain/access";
import { languages, type Language } from "../../domain/limits";
import type { DemoAccount } from "../../server/demo/seedAccounts";
import { countryIds } from "../../server/identity/countries";
import { rolePermissions } from "../../server/identity/permissions";
import accounts from "./facts/accounts.json";

const client = {
  userType: userTypes.client,
  userLevel: userLevels.client,
  roleId: userLevels.client,
  permissions: rolePermissions.client,
};
const manager = {
  userType: userTypes.manager,
  userLevel: userLevels.client,
  roleId: 0,
  permissions: rolePermissions.manager,
};

/** The rights and the money of the accounts by kind; money in yen. */
const kinds = {
  client: {
    ...client,
    balance: 2_400_000,
    limits: { creditLimit: 3_000_000, dailyBidLimit: 10, dailyUssLimit: 5 },
  },
  restricted: {
    ...client,
    userLevel: userLevels.restricted,
    limits: { creditLimit: 0, dailyBidLimit: 10, dailyUssLimit: 5 },
  },
  dealer: {
    ...client,
    roleId: roleIds.dealer,
    permissions: rolePermissions.dealer,
    balance: 8_500_000,
    limits: { creditLimit: 10_000_000, dailyBidLimit: 40, dailyUssLimit: 20 },
  },
  manager,
  admin: {
    ...manager,
    userLevel: userLevels.system,
    permissions: rolePermissions.admin,
  },
};

/** The demo's accounts: five that are printed at the start, and the dealer's clients. */
export const demoAccounts: readonly DemoAccount[] = accounts.map(
  ({ kind, country, language, details, ...account }) => ({
    ...kinds[kind as keyof typeof kinds],
    ...account,
    details: {
      ...details,
      country_id: countryIds[country as keyof typeof countryIds],
      ...(language && { language_id: languages[language as Language] }),
    },
  }),
);
