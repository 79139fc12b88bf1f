export { askServer } from "./askServer";
export { checkMapping } from "./checkMapping";
export { runImportCommand } from "./importCommand";
export { importFeed } from "./importFeed";
export type { ImportContext } from "./importRows";
export { serveImports } from "./importSocket";
export { FeedError } from "./feedError";
export { whereDataAre } from "./whereDataAre";
