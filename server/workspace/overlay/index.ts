export {
  documentIn,
  localeFile,
  problemAt,
  resourceFile,
  withDocument,
} from "./documents";
export { followOverlays } from "./followOverlays";
export { applyOverlays } from "./applyOverlays";
export { newestChange, readOverlays, type OverlayRow } from "./overlayQueries";
export {
  createOverlays,
  versionIn,
  type EffectiveSources,
  type Overlays,
} from "./overlays";
export {
  insertChange,
  lockPublishing,
  markExported,
  writeOverlay,
  type ChangeRow,
} from "./publishOverlays";
