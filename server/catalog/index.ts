export { termIds, type DictionaryKind } from "./dictionaries";
export { findLot, lockLot, type LotRow } from "./lotQueries";
export { onLotsChanged } from "./lotsChanged";
export type { LotArea, NeutralLot } from "./neutralLot";
export { writeLots } from "./writeLots";
