export { catalog } from "./area";
export {
  type Catalog,
  type CatalogPorts,
  type SheetTranslator,
  type LotPorts,
} from "./catalog";
export type { CarColumns } from "./tables";

// Reading lots
export { lotKindOf } from "./lotKinds";
export {
  findLot,
  isLotListed,
  lockLot,
  lockLots,
  type LotMarks,
  type LotRow,
} from "./lotQueries";
export { carFields, carRows, lotSource, type LotArea } from "./lotSource";
export { lotReaders, visibleLot, type VisibleLot } from "./visibleLot";

// Writing lots
export type { KnownTerms } from "./dictionaries";
export { withKindLock } from "./kindLock";
export type { LateResult } from "./lateResults";
export type { NeutralLot } from "./lotRecords";
export { moveLots } from "./moveLots";
export {
  addProductionMonths,
  type BuiltYears,
} from "./production/productionMonth";
export { announceImport, type ImportNotice } from "./runningImports";
export { startAuctions } from "./startAuctions";
export { writeLots } from "./writeLots";

// Saved searches and shared lots
export { stopSearchAlerts } from "./savedSearches/changeSearches";
export { countSearchesUsing } from "./savedSearches/savedSearchQueries";
export { noteShareImage } from "./share/lotShares";
export {
  findSharedLot,
  type SharedLot,
  type ShareContext,
} from "./share/sharedLot";
