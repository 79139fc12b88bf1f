import type { AreaModule } from "../workspace/registry/areaModule";
import { informationPaths } from "./informationPaths";

/** Adds the information pages of the company, with the menu beside them. */
export const company: AreaModule = {
  pages: informationPaths.map((path) => ({
    path,
    layout: "main",
    load: () => import("./InformationPage"),
  })),
};
