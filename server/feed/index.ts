export { checkMapping } from "./checkMapping";
export { runOnServer } from "./commandClient";
export { serveCommands } from "./commandServer";
export { findExtraImages } from "./extraImages";
export { FeedError } from "./feedError";
export { runImportCommand } from "./importCommand";
export { importFeed, importRows, type ImportContext } from "./importRows";
export { runOnData } from "./runOnData";
