export { keepIndexes, type IndexKeeper } from "./keepIndexes";
export { reconcileIndexes } from "./reconcileIndexes";
export { wantedIndexes } from "./wantedIndexes";
