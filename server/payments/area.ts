import type { AreaModule } from "../workspace/area";
import { clientLists, userLists } from "../identity";
import {
  accountNews,
  clientSource,
  userAccounts,
  userSource,
} from "./userAccounts";
import { migrations } from "./migrations";
import { registerPayments } from "./remittance";

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
