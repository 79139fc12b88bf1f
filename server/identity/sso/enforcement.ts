import { roleOf, type Viewer } from "../../../domain/access";
import type { Config } from "../../platform/config";
import { knownRoles, type KnownRole } from "../ranks";

type Rank = Pick<Viewer, "userType" | "userLevel" | "roleId">;

/**
 * Returns whether the settings let a user log in only by the provider. An administrator who
 * is not connected logs in by password: the portal stays open if the provider fails.
 */
export function isSsoDemanded(
  { ssoIssuer, ssoRequired }: Pick<Config, "ssoIssuer" | "ssoRequired">,
  rank: Rank,
  isConnected: boolean,
): boolean {
  if (ssoIssuer === "" || ssoRequired === "off") return false;
  const role = roleOf(rank);
  if (role === "admin") return isConnected;
  return ssoRequired === "all" || role === "manager";
}

/** Returns the entries of SSO_ROLES: groups of the provider with their roles, in order. */
const rolesOfGroups = (
  setting: string,
): readonly (readonly [group: string, role: KnownRole])[] =>
  setting.split(",").flatMap((entry) => {
    const at = entry.lastIndexOf("=");
    const role = knownRoles.find((name) => name === entry.slice(at + 1).trim());
    const group = entry.slice(0, Math.max(at, 0)).trim();
    return role && group ? [[group, role] as const] : [];
  });

/**
 * Returns the role that SSO_ROLES gives to a person: the first entry with one of the
 * person's groups. Undefined if no entry has.
 */
export const roleOfPerson = (
  setting: string,
  groups: readonly string[],
): KnownRole | undefined =>
  rolesOfGroups(setting).find(([group]) => groups.includes(group))?.[1];
