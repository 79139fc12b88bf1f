export { payments } from "./area";
export {
  dailyLimitsOf,
  findAccount,
  lockAccount,
  writeClaim,
  type Account,
} from "./accounts";
export { openAccount } from "./userAccounts";
export { openBalance, type LedgerActor } from "./ledger";
export { postRemittance } from "./ledger";
