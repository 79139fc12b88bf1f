export { isStored, type Condition, type RowSource } from "./rowSource";
