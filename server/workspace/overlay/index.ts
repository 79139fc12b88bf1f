export {
  documentIn,
  localeFile,
  problemAt,
  resourceFile,
  withDocument,
} from "./documents";
export { followOverlays, overlayChannel } from "./followOverlays";
export { layRows } from "./layRows";
export { newestChange, readOverlays, type OverlayRow } from "./overlayQueries";
export {
  createOverlays,
  versionIn,
  type Laid,
  type Overlays,
} from "./overlays";
