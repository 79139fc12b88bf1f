export { keepIndexes, type IndexKeeper } from "./keepIndexes";
export { openIndexSession } from "./reconcileIndexes";
export { wantedIndexes, type IndexedSet } from "./wantedIndexes";
