export { fileLists, fileSource } from "./fileLists";
export { openStorage } from "./openStorage";
export { endSharesJob } from "./previews/endSharesJob";
export { previewTags, registerPreviews } from "./previews/routes";
export { registerPhotoDownloads } from "./photos/routes";
export {
  createSheetTranslator,
  registerTranslations,
} from "./translations/routes";
export { endTranslationsJob } from "./translations/endTranslationsJob";
export { translateSheetsJob } from "./translations/translateSheetsJob";
export { registerFiles } from "./routes";
