export type { BidInfo, CatalogPorts } from "./catalog";
export { draftLots } from "./draftLots";
export { termIds } from "./dictionaries";
export { findLot, lockLot, type LotRow } from "./lotQueries";
export { lotChanges } from "./lotChanges";
export { carFields, lotSource } from "./lotSource";
export type { LotArea, NeutralLot } from "./neutralLot";
export { registerCatalog } from "./routes";
export {
  countSavedSearches,
  countSearchesUsing,
  guardSavedSearchFields,
} from "./savedSearches";
export { onLotsChanged, writeLots } from "./writeLots";
