export { folderStorage } from "./folderStorage";
export type { Storage } from "./storage";
