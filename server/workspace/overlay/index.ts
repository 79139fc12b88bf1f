export {
  documentIn,
  localeFile,
  problemAt,
  resourceFile,
  withDocument,
} from "./documents";
export { followOverlays, overlayChannel } from "./followOverlays";
export { readOverlays, type OverlayRow } from "./overlayQueries";
export {
  createOverlays,
  versionIn,
  type Laid,
  type Overlays,
} from "./overlays";
