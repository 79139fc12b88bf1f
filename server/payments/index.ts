import type { AreaModule } from "../workspace/area";
import { clientLists, userLists } from "../identity";
import type { CarPorts } from "./carMoney";
import {
  accountNews,
  clientSource,
  userAccounts,
  userSource,
} from "./userAccounts";
import { migrations } from "./migrations";
import { proveLedgerJob } from "./proveLedger";
import { registerPayments } from "./routes";
import { sealedLedger } from "./sealedLedger";
import { transferSource } from "./transferSource";

export {
  dailyLimitsOf,
  findAccount,
  lockAccount,
  type Account,
} from "./accounts";
export { reviewHolds, writeClaim, type Hold } from "./claims";
export { transferSource } from "./transferSource";
export { openAccount } from "./userAccounts";
export { openBalance, type LedgerActor } from "./ledger";
export { postRemittance } from "./ledger";
export { hasCosts, keepLine, type CarPorts } from "./carMoney";

declare module "../workspace/area" {
  interface Ports {
    cars: CarPorts;
  }
}

/** The ledger, the money that bids bind, remittances and the close of months. */
export const payments: AreaModule = {
  name: "payments",
  migrations,
  sources: [userSource, clientSource, transferSource],
  calls: [
    "/payments/bank",
    "/payments/charge",
    "/payments/close-month",
    "/payments/open-months",
    "/payments/remittance",
    "/payments/reversal",
  ],
  asks: ["cars"],
  sealed: sealedLedger,
  open: (host) => ({
    ports: { accounts: userAccounts },
    lists: [userLists(host, userSource), clientLists(host, clientSource)],
    topics: { accounts: accountNews(host) },
    jobs: [proveLedgerJob(host)],
    routes: (api) => {
      registerPayments(api, host, host.ports.sessions);
    },
  }),
};
