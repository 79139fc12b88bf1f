export { registerImports } from "./import/registerImports";
export { registerPastes } from "./paste/registerPastes";
export { visibleData } from "./recordBody";
export {
  beginRecordFile,
  findRecordFile,
  finishRecordFile,
  forgetRecordFile,
  recordFileKeys,
  unsavedDays,
  type FoundRecordFile,
} from "./recordFiles";
export { onlyOneField } from "./onlyOne";
export { listsOver, readRecord, visibleRecords } from "./readRecord";
export type { FindRecordKind, RecordKind } from "../listing/source/recordKind";
export { prepareRecord, prepareRecords } from "./prepareRecords";
export { draftedLists, recordLists } from "./recordLists";
export { recordNews, type RecordCalls } from "./recordNews";
export {
  addPreparedRecords,
  addRecords,
  countRecords,
  findRecord,
  findRecords,
  singleKey,
  uniqueKeyOf,
  writeRecord,
  type AnyAuthor,
  type RecordData,
  type StoredRecord,
} from "./recordQueries";
export { recordSources } from "./recordSource";
export { revertedChange, type PlannedChange } from "../computed/plannedTables";
export type { RecordEffect, RecordEffects } from "./recordEffects";
export { createRecord } from "./writeRecords";
export { registerEffects } from "./registerEffects";
export { registerNames } from "./readNames";
export { registerRecords } from "./registerRecords";
export { countUnfilled, warnOfUnfilledFields } from "./unfilledFields";
