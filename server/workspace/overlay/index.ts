export {
  documentIn,
  localeFile,
  problemAt,
  resourceFile,
  withDocument,
} from "./documents";
export { followOverlays, overlayChannel } from "./followOverlays";
export { applyOverlays } from "./applyOverlays";
export { newestChange, readOverlays, type OverlayRow } from "./overlayQueries";
export {
  createOverlays,
  versionIn,
  type EffectiveSources,
  type Overlays,
} from "./overlays";
