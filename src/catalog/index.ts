import type { AreaModule } from "../workspace/registry/areas";

const carPage = { detail: () => import("./LotPage") };

/** Adds the page of a car to all lists of cars. */
export const catalog: AreaModule = {
  rows: { lot: carPage, stock: carPage },
};
