export { termIds, type DictionaryKind } from "./dictionaries";
export { findLot, lockLot, type LotRow } from "./lotQueries";
export { lotSource } from "./lotSource";
export { onLotsChanged } from "./lotsChanged";
export type { LotArea, NeutralLot } from "./neutralLot";
export { registerCatalog } from "./routes";
export { nothingShown, type BidInfo, type Shown } from "./shown";
export { writeLots } from "./writeLots";
