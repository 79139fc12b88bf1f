import { roleIds, userLevels, userTypes } from "../../domain/access";
import { languages } from "../../domain/limits";
import {
  countryIds,
  createUser,
  demoPassword,
  isPassword,
  rolePermissions,
  type AccountLimits,
  type NewUser,
} from "../identity";
import { openAccount, openBalance } from "../payments";
import { inTransaction } from "../platform/database";
import type { Context } from "../workspace/context";

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
  account: { creditLimit: 3_000_000, dailyBidLimit: 10, dailyUssLimit: 5 },
};

type DemoUser = Omit<NewUser, "email" | "password"> & {
  /** The opening balance in yen. */
  balance?: number;
  account?: AccountLimits;
};

/** The accounts that are printed at start, by the name before the @. */
const accounts = {
  client: {
    ...asClient,
    fullName: "Anna Larsen",
    details: {
      city: "Aarhus",
      country_id: countryIds.DK,
      address: "Havnegade 12",
      mobile: "+45 20 12 34 56",
    },
    ...clientMoney,
  },
  dealer: {
    ...asClient,
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
    account: {
      creditLimit: 10_000_000,
      dailyBidLimit: 40,
      dailyUssLimit: 20,
    },
  },
  manager: {
    ...asManager,
    userLevel: userLevels.client,
    fullName: "Emi Tanaka",
    details: {
      company: "Seriba Export",
      city: "Yokohama",
      country_id: countryIds.JP,
      mobile: "+81 45 200 1020",
    },
  },
  restricted: {
    ...asClient,
    userLevel: userLevels.restricted,
    fullName: "Peter Kamau",
    details: {
      city: "Mombasa",
      country_id: countryIds.KE,
      mobile: "+254 700 123 456",
    },
    account: { creditLimit: 0, dailyBidLimit: 10, dailyUssLimit: 5 },
  },
  admin: {
    ...asManager,
    userLevel: userLevels.system,
    fullName: "Kenji Mori",
    details: {
      company: "Seriba Export",
      city: "Yokohama",
      country_id: countryIds.JP,
    },
  },
} satisfies Record<string, DemoUser>;

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

/** The e-mails that are printed when the program starts. */
export const demoEmails = Object.keys(accounts).map(
  (name) => `${name}@seriba.test`,
);

/**
 * Creates the missing demo accounts: five, and four clients of the dealer.
 * Returns all their ids by e-mail.
 */
export async function seedAccounts(
  context: Pick<Context, "database" | "clock">,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const add = async (
    name: string,
    { balance, account, ...user }: DemoUser,
  ): Promise<string> => {
    const email = `${name}seriba.test`;
    const id = await createUser(context, {
      ...user,
      email,
      password: demoPassword,
      onCreated: (trx, userId) => openAccount(trx, userId, account),
    });
    const at = context.clock.now();
    if (balance)
      await inTransaction(context.database, (trx) =>
        openBalance(trx, { userId: id, amount: balance, at }),
      );
    ids[email] = id;
    return id;
  };
  const { manager, client, dealer, restricted, admin } = accounts;
  const manager_id = await add("manager@", manager);
  const managed = (user: DemoUser): DemoUser => ({
    ...user,
    details: { ...user.details, manager_id },
  });
  await add("client@", managed(client));
  const dealer_id = await add("dealer@", managed(dealer));
  await add("restricted@", restricted);
  await add("admin@", admin);
  for (const [index, { fullName, ...place }] of dealerClients.entries())
    await add(
      `client${index + 1}@dealer.`,
      managed({
        ...asClient,
        fullName,
        details: { ...place, dealer_id, language_id: languages.ru },
        ...clientMoney,
      }),
    );
  return ids;
}

/** Returns the ids of the demo accounts that still have the public password. */
export async function findDemoAccounts({
  database,
}: Pick<Context, "database">): Promise<string[]> {
  const users = await database.longRunning
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email_key", "like", "%seriba.test")
    .execute();
  const found: string[] = [];
  for (const { id, password_hash } of users)
    if (await isPassword(demoPassword, password_hash)) found.push(id);
  return found;
}
