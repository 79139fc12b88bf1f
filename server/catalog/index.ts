export {
  createCatalog,
  type BidInfo,
  type Catalog,
  type CatalogPorts,
  type UssCounter,
  type SheetTranslator,
} from "./catalog";
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
export { turnoverJob } from "./turnoverJob";
export { lotChanges } from "./lotChanges";
export { countLots } from "./countLots";
export { favoriteChanges } from "./favorites/favoriteChanges";
export { favoriteLists } from "./favorites/favoriteLists";
export { favoriteSource } from "./favorites/favoriteSource";
export { registerFavorites } from "./favorites/routes";
export { lotLists } from "./lotLists";
export type { NeutralLot } from "./lotRecords";
export {
  carRows,
  carFields,
  lotSource,
  lotSources,
  type LotArea,
} from "./lotSource";
export { guardSavedSearchFields } from "./savedSearches/guardSavedSearchFields";
export { alertChanges } from "./alerts/alertChanges";
export { alertLists } from "./alerts/alertLists";
export { countUnreadAlerts } from "./alerts/alertQueries";
export { alertSource } from "./alerts/alertSource";
export { registerAlerts } from "./alerts/routes";
export { watchedLotJob } from "./alerts/watchedLots";
export { alertMail } from "./alerts/alertMail";
export { alertMailJob } from "./alerts/alertMailJob";
export { dailySearchJob, instantSearchJob } from "./alerts/searchAlerts";
export { searchChanges } from "./savedSearches/searchChanges";
export { registerSavedSearches } from "./savedSearches/routes";
export { countSearchesUsing } from "./savedSearches/savedSearchQueries";
export { countSavedSearches } from "./savedSearches/viewedList";
export {
  extraImagesJob,
  type ExtraImagePorts,
} from "./extraImages/extraImagesJob";
export { registerExtraImages } from "./extraImages/routes";
export { registerProduction } from "./production/routes";
export { registerNotes } from "./notes/routes";
export { registerSheets } from "./sheet/routes";
export { registerWorth } from "./worth/routes";
export { registerShares } from "./share/routes";
export {
  findSharedLot,
  type SharedLot,
  type ShareContext,
} from "./share/sharedLot";
export { writeLots } from "./writeLots";
