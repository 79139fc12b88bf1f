import { hasFlag, type Viewer } from "./access";

/**
 * The ways to export a car, which are the types of a bid. The locales have the
 * names and descriptions under `bidTypes.<key>`.
 */
export const exportTypes = [
  { id: 1, key: "roro" },
  { id: 2, key: "container" },
  { id: 3, key: "dismantled" },
  { id: 4, key: "cutBody" },
  { id: 5, key: "parts" },
] as const;

export const isExportType = (id: number): boolean =>
  exportTypes.some((type) => type.id === id);

/**
 * Returns whether the viewer must choose an export type for a bid in the area.
 * Orders for cars with a fixed price have no export type.
 */
export const isExportTypeRequired = (viewer: Viewer, area: string): boolean =>
  area !== "stock" &&
  hasFlag(viewer, "exportTypeShow") &&
  !hasFlag(viewer, "exportTypeOptional");
