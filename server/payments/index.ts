export { findAccount, lockAccount, type Account } from "./accounts";
