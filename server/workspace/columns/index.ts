export { addColumnMetrics } from "./columnsEngine";
export { createColumnsEngine, type ColumnsEngine } from "./columnsEngine";
