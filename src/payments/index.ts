import type { AreaModule } from "../workspace/registry/areaModule";

/** Adds what clients see of their money. */
export const payments: AreaModule = {
  pages: [
    {
      path: "/balance",
      layout: "main",
      access: { roles: ["client", "dealer"] },
      load: () => import("./BalancePage"),
    },
  ],
  resources: {
    payments: { slots: { toolbar: () => import("./PaymentsTools") } },
  },
};
