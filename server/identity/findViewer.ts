import type { Kysely, Transaction } from "kysely";
import {
  isAllowed,
  roleOf,
  userLevels,
  type Access,
  type Viewer,
} from "../../domain/access";
import { languageOf } from "../../domain/limits";
import type { Reader, Tables } from "../platform/database/tables";
import type { FindRecipient } from "../platform/mail";
import { storedRank } from "./ranks";
import { viewerColumns, viewerOf } from "./viewerOf";

/**
 * Locks a user's row until the transaction ends, so that rows of the user are counted and
 * added by one transaction at a time.
 */
export const lockUser = (
  trx: Transaction<Tables>,
  userId: string,
): Promise<unknown> =>
  trx
    .selectFrom("users")
    .where("id", "=", userId)
    .select("id")
    .forUpdate()
    .execute();

/** Returns the ids of all administrators. */
export async function findAdministrators(db: Reader): Promise<string[]> {
  const users = await db
    .selectFrom("users")
    .where("user_level", "=", userLevels.system)
    .select(["id", "user_type", "user_level", "role_id"])
    .orderBy("id")
    .execute();
  return users
    .filter((user) => roleOf(storedRank(user)) === "admin")
    .map(({ id }) => id);
}

/** Returns the ids of the users whom an access rule allows, without disabled ones. */
export async function findAllowed(
  db: Reader,
  access: Access,
): Promise<string[]> {
  const users = await db
    .selectFrom("users")
    .where("user_level", "!=", userLevels.disabled)
    .select(["id", ...viewerColumns])
    .orderBy("id")
    .execute();
  return users
    .filter((user) => isAllowed(access, viewerOf(user.id, user)))
    .map(({ id }) => id);
}

/** Returns a user as a viewer with current rights; null if disabled or unknown. */
export async function findViewer(
  kysely: Kysely<Tables>,
  userId: string,
): Promise<Viewer | null> {
  const user = await kysely
    .selectFrom("users")
    .where("id", "=", userId)
    .where("user_level", "!=", userLevels.disabled)
    .select(viewerColumns)
    .executeTakeFirst();
  return user ? viewerOf(userId, user) : null;
}

/**
 * Returns a client with the present rights, and whether the client may have bids placed or
 * raised now and the credit limits them. The limit is no right: it holds for an account of
 * any level and role, and all limits hold for a limited account.
 */
export async function findClientRights(
  db: Reader,
  userId: string,
): Promise<{ viewer: Viewer; mayBid: boolean; isCreditChecked: boolean }> {
  const user = await db
    .selectFrom("users")
    .where("id", "=", userId)
    .select(viewerColumns)
    .executeTakeFirstOrThrow();
  const viewer = viewerOf(userId, user);
  const { permissions } = viewer;
  return {
    viewer,
    mayBid: permissions.biddingAllowed,
    isCreditChecked:
      permissions.creditLimitCheck ||
      user.permissions.creditLimitCheck === true,
  };
}

/**
 * Returns the person whom a mail to a user is for. It locks the user, so that a link that
 * the mail gets does not go to an address that is changed at the same moment.
 */
export const findRecipient: FindRecipient = async (trx, userId) => {
  const user = await trx
    .selectFrom("users")
    .select(["email", "full_name", "language_id"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    userId,
    email: user.email,
    fullName: user.full_name,
    language: languageOf(user.language_id) ?? "en",
  };
};
