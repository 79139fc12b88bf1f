import { sql, type RawBuilder } from "kysely";
import {
  knownLevels,
  roleIds,
  userLevels,
  userTypes,
} from "../../../domain/access";
import { tableSource, type RowSource } from "../../workspace/listing";
import { countryIds } from "../countries";
import { rolePermissions } from "../permissions";
import { namedLevels } from "../ranks";
import type { MoneyFields } from "./userAccounts";

/** The role of a user, by the same rule as `roleOf`. */
export const role = sql<string>`(case
  when not users.user_level = any(${sql.lit(`{${knownLevels.join(",")}}`)}::int[]) then 'unknown'
  when users.user_type = ${sql.lit(userTypes.manager)}
    and users.user_level = ${sql.lit(userLevels.system)} then 'admin'
  when users.user_type = ${sql.lit(userTypes.manager)} then 'manager'
  when users.user_type <> ${sql.lit(userTypes.client)} then 'unknown'
  when users.role_id = ${sql.lit(roleIds.dealer)} then 'dealer'
  else 'client' end)`;

const level = sql<string>`(case users.user_level ${sql.join(
  namedLevels.map(
    ([name, number]) => sql`when ${sql.lit(number)} then ${sql.lit(name)}`,
  ),
  sql` `,
)} else 'standard' end)`;

/** The flags of the user's role as an array of texts. */
const roleFlags = sql`(case ${role} ${sql.join(
  Object.entries(rolePermissions).map(
    ([name, flags]) =>
      sql`when ${sql.lit(name)} then ${sql.lit(`{${Object.keys(flags).join(",")}}`)}`,
  ),
  sql` `,
)} end)::text[]`;

const ofPerson = (key: "manager_id" | "dealer_id", column: string) =>
  sql<string | null>`(select ${sql.ref(`person.${column}`)} from users as person
    where person.id = ${sql.ref(`users.${key}`)})`;

const codesById = Object.fromEntries(
  Object.entries(countryIds).map(([code, id]) => [id, code]),
);

/** The ISO code of a user's country. */
const country = sql<string | null>`(
  ${sql.lit(JSON.stringify(codesById))}::jsonb ->> users.country_id::text)`;

const expression = (value: RawBuilder<unknown>) => ({
  kind: "expression" as const,
  expression: value,
});

/** The columns and fields that lists of users and of clients share. */
const shared = {
  columns: {
    company: "company",
    email: "email",
    mobile: "mobile",
    city: "city",
    lastLogin: "last_login",
    createdAt: "created_at",
  },
  fields: {
    role: expression(role),
    level: expression(level),
    country: expression(country),
  },
};

/**
 * Makes the table of users, for administrators. The exceptions of a user are the
 * differences between the user's flags and the role's flags.
 */
export const createUserSource = (money: MoneyFields): RowSource =>
  tableSource({
    row: "user",
    table: "users",
    columns: {
      ...shared.columns,
      version: "version",
      fullName: "full_name",
      address: "address",
      officePhone: "office_phone",
      language: "language_id",
    },
    fields: {
      ...shared.fields,
      managerName: expression(ofPerson("manager_id", "full_name")),
      managerEmail: expression(ofPerson("manager_id", "email")),
      dealerEmail: expression(ofPerson("dealer_id", "email")),
      sso: expression(sql<boolean>`exists (
        select from sso_identities where sso_identities.user_id = users.id)`),
      balance: expression(money.balance),
      creditLimit: expression(money.creditLimit),
      dailyBidLimit: expression(money.dailyBidLimit),
      dailyUssLimit: expression(money.dailyUssLimit),
      allowedFlags: expression(sql`array(
      select flag from jsonb_each_text(users.permissions) as held (flag, value)
      where value = 'true' and not flag = any(${roleFlags}) order by flag)`),
      deniedFlags: expression(sql`array(
      select flag from unnest(${roleFlags}) as flag
      where users.permissions ->> flag is distinct from 'true' order by flag)`),
    },
  });

/**
 * Makes the table of users, for managers. The list's fixed condition narrows it to
 * clients and dealers.
 */
export const createClientSource = (money: MoneyFields): RowSource =>
  tableSource({
    row: "client",
    table: "users",
    columns: {
      ...shared.columns,
      version: "note_version",
      name: "full_name",
      jasClientId: "jas_client_id",
      note: "note",
    },
    fields: {
      ...shared.fields,
      manager: expression(ofPerson("manager_id", "full_name")),
      dealer: expression(ofPerson("dealer_id", "full_name")),
      carDealer: expression(sql<boolean>`${role} = 'dealer'`),
      balance: expression(money.balance),
      creditLimit: expression(money.creditLimit),
      activeBids: expression(money.activeBids),
      bidAllow: expression(money.bidAllow),
    },
  });
