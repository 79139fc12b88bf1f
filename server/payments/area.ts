import type { AreaModule } from "../workspace/area";
import { registerPayments } from "./routes";

/** The ledger, the money that bids bind, and remittances. */
export const payments: AreaModule = {
  name: "payments",
  calls: ["/payments/*"],
  open: (host) => ({
    routes: (api) => {
      registerPayments(api, host, host.ports.sessions);
    },
  }),
};
