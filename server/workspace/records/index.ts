export { recordChanges } from "./recordChanges";
export { recordLists } from "./recordLists";
export { recordSources } from "./recordSource";
export { registerRecords } from "./registerRecords";
