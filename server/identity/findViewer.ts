import type { Kysely } from "kysely";
import { userLevels, type Viewer } from "../../domain/access";
import type { Tables } from "../platform/database";
import { effectivePermissions } from "./permissions";
import { storedRank } from "./ranks";

/** Returns a user as a viewer with current rights; null if disabled or unknown. */
export async function findViewer(
  kysely: Kysely<Tables>,
  userId: string,
): Promise<Viewer | null> {
  const user = await kysely
    .selectFrom("users")
    .where("id", "=", userId)
    .where("user_level", "!=", userLevels.disabled)
    .select(["user_type", "user_level", "role_id", "permissions"])
    .executeTakeFirst();
  if (!user) return null;
  const rank = storedRank(user);
  return {
    userId,
    ...rank,
    permissions: effectivePermissions(rank, user.permissions),
  };
}
