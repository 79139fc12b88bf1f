import type { Viewer } from "../../domain/access";
import { effectivePermissions, type StoredPermissions } from "./permissions";
import { storedRank } from "./ranks";

/** The columns of a user from which `viewerOf` makes a viewer. */
export const viewerColumns = [
  "users.user_type",
  "users.user_level",
  "users.role_id",
  "users.permissions",
  "users.destination",
  "users.currency",
] as const;

type StoredViewer = Parameters<typeof storedRank>[0] & {
  permissions: StoredPermissions;
  destination: string | null;
  currency: string | null;
};

/** Returns a user as a viewer with the rights and choices that are stored. */
export function viewerOf(userId: string, user: StoredViewer) {
  const { permissions, destination, currency } = user;
  const rank = storedRank(user);
  return {
    userId,
    ...rank,
    permissions: effectivePermissions(rank, permissions),
    choices: { destination, currency },
  } satisfies Viewer;
}
