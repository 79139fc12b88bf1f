export { registerImports } from "./import/registerImports";
export { visibleData } from "./recordBody";
export { recordLists, recordNews } from "./recordLists";
export {
  addRecords,
  findRecord,
  findRecords,
  recordSources,
  singleKey,
  uniqueKeyOf,
  type RecordData,
} from "./recordQueries";
export { registerRecords } from "./registerRecords";
export { warnOfUnfilledFields } from "./unfilledFields";
