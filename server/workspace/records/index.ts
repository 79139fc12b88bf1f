export { visibleData } from "./recordBody";
export { recordLists, recordNews } from "./recordLists";
export { addRecords, recordSources } from "./recordQueries";
export { registerRecords } from "./registerRecords";
export { warnOfUnfilledFields } from "./unfilledFields";
