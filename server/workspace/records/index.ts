export { recordNews } from "./recordNews";
export { recordLists } from "./recordLists";
export { addRecords } from "./recordQueries";
export { recordSources } from "./recordSource";
export { visibleData } from "./recordBody";
export { registerRecords } from "./registerRecords";
export { warnOfUnfilledFields } from "./unfilledFields";
