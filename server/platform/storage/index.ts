export { folderStorage, type Storage } from "./folderStorage";
export { s3Storage } from "./s3Storage";
