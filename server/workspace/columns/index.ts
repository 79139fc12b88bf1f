export {
  createColumnsEngine,
  type ColumnsEngine,
  type IndexedLists,
} from "./columnsEngine";
