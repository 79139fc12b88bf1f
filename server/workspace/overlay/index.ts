export {
  documentFile,
  documentFolder,
  documentIn,
  localeFile,
  problemAt,
  withDocument,
} from "./documents";
export { applyOverlays } from "./mergeOverlays";
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
