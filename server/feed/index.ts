export { checkMapping } from "./feedMapping";
export { runImportCommand } from "./importCommand";
export { importFeed } from "./importFeed";
export type { ImportContext } from "./importFeed";
export { serveImports } from "./importSocket";
