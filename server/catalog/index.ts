export { carFacts } from "./carFacts";
export { draftLots } from "./draftLots";
export { termIds } from "./dictionaries";
export { findLot, lockLot, type LotRow } from "./lotQueries";
export { lotChanges } from "./lotChanges";
export { lotSource } from "./lotSource";
export { onLotsChanged } from "./lotsChanged";
export type { LotArea, NeutralLot } from "./neutralLot";
export { registerCatalog } from "./routes";
export {
  countSavedSearches,
  countSearchesNaming,
  keepSearched,
  savedSearchUses,
} from "./savedSearches";
export { writeLots } from "./writeLots";
export type { BidInfo } from "./shown";
