export { createColumnsEngine, type ColumnsEngine } from "./columnsEngine";
