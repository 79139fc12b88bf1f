import type { AreaModule } from "../workspace/registry/areas";

/** Adds the page of a lot to all lists of lots. */
export const catalog: AreaModule = {
  rows: { lot: { detail: () => import("./LotPage") } },
};
