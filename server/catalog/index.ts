export { createCatalog, type BidInfo } from "./catalog";
export { termIds } from "./dictionaries";
export { findLot, lockLot, type LotRow } from "./lotQueries";
export { lotChanges } from "./lotChanges";
export { lotLists } from "./lotLists";
export { carFields, lotSource } from "./lotSource";
export type { LotArea, NeutralLot } from "./neutralLot";
export { registerCatalog } from "./routes";
export {
  countSavedSearches,
  countSearchesUsing,
  guardSavedSearchFields,
} from "./savedSearches";
export { onLotsChanged, writeLots } from "./writeLots";
