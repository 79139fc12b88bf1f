export { catalog } from "./area";
export type { BidInfo, Catalog, SheetTranslator, UssCounter } from "./catalog";
export {
  isLotListed,
  lotReaders,
  visibleLot,
  type VisibleLot,
} from "./visibleLot";
export type { KnownTerms } from "./dictionaries";
export type { CarColumns } from "./tables";
export { findLot, lockLot, lockLots, type LotRow } from "./lotQueries";
export { lotKindOf } from "./lotKinds";
export { withKindLock } from "./kindLock";
export type { LotPorts } from "./lotPorts";
export { moveLots } from "./moveLots";
export { announceImport, type ImportNotice } from "./runningImports";
export { startAuctions } from "./startAuctions";
export type { NeutralLot } from "./lotRecords";
export { carRows, carFields, lotSource, type LotArea } from "./lotSource";
export { addProductionMonths } from "./production/addProductionMonths";
export { stopSearchAlerts } from "./savedSearches/changeSearches";
export { countSearchesUsing } from "./savedSearches/savedSearchQueries";
export { noteShareImage } from "./share/lotShares";
export {
  findSharedLot,
  type SharedLot,
  type ShareContext,
} from "./share/sharedLot";
export { writeLots } from "./writeLots";
