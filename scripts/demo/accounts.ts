import { roleIds, userLevels, userTypes } from "../../domain/access";
import { languages } from "../../domain/limits";
import type { DemoAccount } from "../../server/demo/seedAccounts";
import { countryIds } from "../../server/identity/countries";
import { rolePermissions } from "../../server/identity/permissions";

const asClient = {
  userType: userTypes.client,
  userLevel: userLevels.client,
  roleId: userLevels.client,
  permissions: rolePermissions.client,
};
const asManager = {
  userType: userTypes.manager,
  roleId: 0,
  permissions: rolePermissions.manager,
};

/** Yen. */
const clientMoney = {
  balance: 2_400_000,
  limits: { creditLimit: 3_000_000, dailyBidLimit: 10, dailyUssLimit: 5 },
};

const manager = "manager@seriba.test";
const dealer = "dealer@seriba.test";

/** Managers and dealers come before their clients. */
const own: readonly DemoAccount[] = [
  {
    ...asManager,
    email: manager,
    userLevel: userLevels.client,
    fullName: "Emi Tanaka",
    details: {
      company: "Seriba Export",
      city: "Yokohama",
      country_id: countryIds.JP,
      mobile: "+81 45 200 1020",
    },
  },
  {
    ...asClient,
    ...clientMoney,
    email: "client@seriba.test",
    manager,
    fullName: "Anna Larsen",
    details: {
      city: "Aarhus",
      country_id: countryIds.DK,
      address: "Havnegade 12",
      mobile: "+45 20 12 34 56",
    },
  },
  {
    ...asClient,
    email: dealer,
    manager,
    roleId: roleIds.dealer,
    permissions: rolePermissions.dealer,
    fullName: "Viktor Morozov",
    details: {
      company: "Morozov Motors",
      city: "Vladivostok",
      country_id: countryIds.RU,
      mobile: "+7 (423) 200-10-20",
      language_id: languages.ru,
    },
    balance: 8_500_000,
    limits: { creditLimit: 10_000_000, dailyBidLimit: 40, dailyUssLimit: 20 },
  },
  {
    ...asClient,
    email: "restricted@seriba.test",
    userLevel: userLevels.restricted,
    fullName: "Peter Kamau",
    details: {
      city: "Mombasa",
      country_id: countryIds.KE,
      mobile: "+254 700 123 456",
    },
    limits: { creditLimit: 0, dailyBidLimit: 10, dailyUssLimit: 5 },
  },
  {
    ...asManager,
    email: "admin@seriba.test",
    permissions: rolePermissions.admin,
    userLevel: userLevels.system,
    fullName: "Kenji Mori",
    details: {
      company: "Seriba Export",
      city: "Yokohama",
      country_id: countryIds.JP,
    },
  },
];

const dealerClients = [
  { fullName: "Oleg Sidorov", city: "Khabarovsk", country_id: countryIds.RU },
  {
    fullName: "Marina Volkova",
    city: "Vladivostok",
    country_id: countryIds.RU,
  },
  { fullName: "Timur Akhmetov", city: "Almaty", country_id: countryIds.KZ },
  { fullName: "Denis Kozlov", city: "Nakhodka", country_id: countryIds.RU },
];

/** The demo's accounts: five that are printed at the start, and the dealer's clients. */
export const demoAccounts: readonly DemoAccount[] = [
  ...own.map((account) => ({ ...account, isPrinted: true })),
  ...dealerClients.map(({ fullName, ...place }, index) => ({
    ...asClient,
    ...clientMoney,
    email: `client${index + 1}@dealer.seriba.test`,
    manager,
    dealer,
    fullName,
    details: { ...place, language_id: languages.ru },
  })),
];
