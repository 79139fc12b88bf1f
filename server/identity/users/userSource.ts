import { sql, type RawBuilder } from "kysely";
import {
  knownLevels,
  roleIds,
  userLevels,
  userTypes,
} from "../../../domain/access";
import type { RowSource } from "../../workspace/listing";
import { rolePermissions } from "../permissions";
import { namedLevels } from "../ranks";

/** The role of a user, by the same rule as `roleOf`. */
const role = sql<string>`(case
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

const ofAccount = (column: string): RawBuilder<number | null> =>
  sql`(select ${sql.ref(`accounts.${column}`)} from accounts
    where accounts.user_id = users.id)`;

const ofPerson = (key: "manager_id" | "dealer_id", column: string) =>
  sql<string | null>`(select ${sql.ref(`person.${column}`)} from users as person
    where person.id = ${sql.ref(`users.${key}`)})`;

const expression = (value: RawBuilder<unknown>) => ({
  kind: "expression" as const,
  expression: value,
});

/**
 * The table of users, for administrators. The exceptions of a user are the
 * differences between the user's flags and the role's flags.
 */
export const userSource = {
  row: "user",
  table: "users",
  id: "id",
  fields: {
    id: { kind: "id", column: "id" },
    fullName: { kind: "column", column: "full_name" },
    email: { kind: "column", column: "email" },
    role: expression(role),
    level: expression(level),
    company: { kind: "column", column: "company" },
    city: { kind: "column", column: "city" },
    address: { kind: "column", column: "address" },
    mobile: { kind: "column", column: "mobile" },
    officePhone: { kind: "column", column: "office_phone" },
    language: { kind: "column", column: "language_id" },
    managerName: expression(ofPerson("manager_id", "full_name")),
    managerEmail: expression(ofPerson("manager_id", "email")),
    dealerEmail: expression(ofPerson("dealer_id", "email")),
    balance: expression(ofAccount("balance")),
    creditLimit: expression(ofAccount("credit_limit")),
    dailyBidLimit: expression(ofAccount("daily_bid_limit")),
    dailyUssLimit: expression(ofAccount("daily_uss_limit")),
    allowedFlags: expression(sql`array(
      select flag from jsonb_each_text(users.permissions) as held (flag, value)
      where value = 'true' and not flag = any(${roleFlags}) order by flag)`),
    deniedFlags: expression(sql`array(
      select flag from unnest(${roleFlags}) as flag
      where users.permissions ->> flag is distinct from 'true' order by flag)`),
    lastLogin: { kind: "column", column: "last_login" },
    createdAt: { kind: "column", column: "created_at" },
    version: { kind: "column", column: "version" },
  },
  scope: () => ({ owner: "anyone" }),
} as const satisfies RowSource;
