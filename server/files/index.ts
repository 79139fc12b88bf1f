export { fileLists, fileSource } from "./fileLists";
export { openStorage, temporaryFolder } from "./openStorage";
export { brokenUploadDays, storedKeys } from "./fileQueries";
export { previewTags, registerPreviews } from "./previews/routes";
export { registerPhotoDownloads } from "./photos/routes";
export {
  createSheetTranslator,
  registerTranslations,
} from "./translations/routes";
export { translationKey } from "./translations/translationQueries";
export { translateSheetsJob } from "./translations/translateSheetsJob";
export { warnOfOwnFolder } from "./ownFolder";
export { registerFiles } from "./routes";
