export { registerExport } from "./registerExport";
