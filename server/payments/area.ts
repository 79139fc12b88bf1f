import type { AreaModule } from "../workspace/area";
import { clientLists, userLists } from "../identity";
import { accountNews } from "./accountNews";
import { migrations } from "./migrations";
import { registerPayments } from "./routes";
import { userAccounts, clientSource, userSource } from "./userAccounts";

/** The ledger, the money that bids bind, and remittances. */
export const payments: AreaModule = {
  name: "payments",
  migrations,
  sources: [userSource, clientSource],
  calls: ["/payments/*"],
  open: (host) => ({
    ports: { accounts: userAccounts },
    lists: [userLists(host, userSource), clientLists(host, clientSource)],
    topics: { accounts: accountNews(host) },
    routes: (api) => {
      registerPayments(api, host, host.ports.sessions);
    },
  }),
};
