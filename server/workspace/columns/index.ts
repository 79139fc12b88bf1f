export { addColumnMetrics } from "./columnMetrics";
export { createColumnsEngine, type ColumnsEngine } from "./columnsEngine";
