export { fileLists, fileSource } from "./fileLists";
export { registerPhotoDownloads } from "./photos/routes";
export { registerFiles } from "./routes";
