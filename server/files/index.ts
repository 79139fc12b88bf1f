export { fileLists, fileSource } from "./fileLists";
export { openStorage } from "./openStorage";
export { endSharesJob } from "./previews/endSharesJob";
export { previewTags, registerPreviews } from "./previews/routes";
export { registerPhotoDownloads } from "./photos/routes";
export { registerFiles } from "./routes";
