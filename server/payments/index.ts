export { payments } from "./area";
export { findAccount, lockAccount, type Account } from "./accounts";
export { writeClaim } from "./claims";
export { openAccount } from "./userAccounts";
export { openBalance, type LedgerActor } from "./ledger";
export { postRemittance } from "./ledger";
