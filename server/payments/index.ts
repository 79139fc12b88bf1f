export { payments } from "./area";
export {
  dailyLimitsOf,
  findAccount,
  lockAccount,
  type Account,
} from "./accounts";
export { reviewHolds, writeClaim, type Hold } from "./claims";
export { openAccount } from "./userAccounts";
export { openBalance, type LedgerActor } from "./ledger";
export { postRemittance } from "./ledger";
