import { roleOf, type Viewer } from "../../../domain/access";
import type { Config } from "../../platform/config";

/** Returns whether the settings demand a second factor of a user. */
export const isFactorDemanded = (
  { requireFactor }: Pick<Config, "requireFactor">,
  viewer: Pick<Viewer, "userType" | "userLevel" | "roleId">,
): boolean =>
  requireFactor === "managers" && ["manager", "admin"].includes(roleOf(viewer));
