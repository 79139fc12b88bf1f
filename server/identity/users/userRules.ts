import type { Transaction } from "kysely";
import {
  roleOf,
  userLevels,
  type Role,
  type Viewer,
} from "../../../domain/access";
import type { SaveUserBody } from "../../../generated/schemas";
import type { Tables } from "../../platform/database";
import { failure, type ErrorCode } from "../../platform/errors";
import { emailKey } from "../createUser";
import { countryIdOf } from "../countries";
import {
  rolePermissions,
  type FlagExceptions,
  type StoredPermissions,
} from "../permissions";
import { rankOf, storedRank, type Rank } from "../ranks";

type Trx = Transaction<Tables>;

/** The roles of the people whom a user can be assigned to. */
export const assignableRoles = {
  managers: ["manager", "admin"],
  dealers: ["dealer"],
} as const satisfies Record<string, readonly Role[]>;

/** The columns of `users` that follow from a body; undefined if a field is missing. */
export type UserColumns = {
  rank: Rank;
  permissions: StoredPermissions;
  managerId: string | null | undefined;
  dealerId: string | null | undefined;
  countryId: number | null | undefined;
};

/**
 * Returns what a body means for the user with this id; null is a new user.
 * Flags that the body lacks stay as the present `exceptions` from the role. Throws
 * invalid_fields with a text for each wrong field: a used e-mail, a manager or dealer
 * who does not exist, an unknown country, a flag that is both granted and withdrawn,
 * and a change of the administrator's own role or level.
 */
export async function checkUserBody(
  trx: Trx,
  body: SaveUserBody,
  {
    id,
    actor,
    exceptions,
  }: { id: string | null; actor: Viewer; exceptions: FlagExceptions },
): Promise<UserColumns> {
  const { role, level, managerEmail, dealerEmail, country } = body;
  const { allowedFlags, deniedFlags } = { ...exceptions, ...body };
  const rank = rankOf(role, level);
  const codes = new Map<string, ErrorCode>();
  if (await isUsed(trx, body.email, id)) codes.set("email", "email_taken");
  if (id === actor.userId && !isSameRank(rank, actor))
    codes.set("role", "own_role");
  if (allowedFlags.some((flag) => deniedFlags.includes(flag)))
    codes.set("deniedFlags", "flag_twice");
  const { managers, dealers } = assignableRoles;
  const managerId = await findPerson(trx, managerEmail, managers);
  if (managerEmail !== undefined && managerId === undefined)
    codes.set("managerEmail", "not_manager");
  const dealerId = await findPerson(trx, dealerEmail, dealers);
  const isOwnDealer = typeof dealerId === "string" && dealerId === id;
  if (dealerEmail !== undefined && (dealerId === undefined || isOwnDealer))
    codes.set("dealerEmail", "not_dealer");
  const noCountry = country === undefined ? undefined : null;
  const countryId = country ? countryIdOf(country) : noCountry;
  if (country && countryId === undefined)
    codes.set("country", "invalid_choice");
  if (codes.size > 0)
    throw failure("invalid_fields", {
      errors: Object.fromEntries(
        [...codes].map(([field, code]) => [field, [{ key: `errors.${code}` }]]),
      ),
    });
  return {
    rank,
    permissions: {
      ...rolePermissions[role],
      ...flags(allowedFlags, true),
      ...flags(deniedFlags, false),
    },
    managerId,
    dealerId,
    countryId,
  };
}

const flags = <Flag extends string>(
  names: readonly Flag[],
  isHeld: boolean,
): Partial<Record<Flag, boolean>> =>
  Object.fromEntries(names.map((name) => [name, isHeld])) as Partial<
    Record<Flag, boolean>
  >;

const isSameRank = (left: Rank, right: Rank): boolean =>
  left.userType === right.userType &&
  left.userLevel === right.userLevel &&
  roleOf(left) === roleOf(right);

async function isUsed(
  trx: Trx,
  email: string,
  id: string | null,
): Promise<boolean> {
  const owner = await trx
    .selectFrom("users")
    .where("email_key", "=", emailKey(email))
    .select("id")
    .executeTakeFirst();
  return owner !== undefined && owner.id !== id;
}

/**
 * Returns the id of the person with this e-mail and one of the roles, null for an
 * empty e-mail, undefined if there is no such person or no e-mail.
 */
async function findPerson(
  trx: Trx,
  email: string | null | undefined,
  roles: readonly Role[],
): Promise<string | null | undefined> {
  if (email === undefined) return undefined;
  if (email === null || email.trim() === "") return null;
  const found = await trx
    .selectFrom("users")
    .where("email_key", "=", emailKey(email))
    .where("user_level", "!=", userLevels.disabled)
    .select(["id", "user_type", "user_level", "role_id"])
    .executeTakeFirst();
  if (!found) return undefined;
  const role = roleOf(storedRank(found));
  return roles.includes(role) ? found.id : undefined;
}
