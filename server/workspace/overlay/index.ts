export {
  editedDocument,
  fileFields,
  isCreated,
  rowOf,
  withEdited,
} from "./createdFields";
export {
  documentFile,
  documentFolder,
  documentIn,
  localeFile,
  problemAt,
  rowDocument,
} from "./documents";
export { applyOverlays, isTakenOver } from "./mergeOverlays";
export {
  insertChange,
  lockPublishing,
  markExported,
  newestChange,
  readOverlays,
  writeOverlay,
  type ChangeRow,
  type OverlayRow,
} from "./overlayQueries";
export {
  createOverlays,
  followOverlays,
  versionIn,
  type EffectiveSources,
  type Overlays,
} from "./overlays";
export { upgradeConditions } from "./upgradeConditions";
