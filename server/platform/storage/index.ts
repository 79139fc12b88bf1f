export { folderStorage } from "./folderStorage";
export { s3Storage } from "./s3Storage";
export type { Storage } from "./storage";
