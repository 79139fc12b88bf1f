export { feed } from "./area";
export { runOnServer } from "./commandClient";
export { serveCommands } from "./commandServer";
export { FeedError } from "./feedError";
export { runImportCommand } from "./importCommand";
export { importFeed, importRows, type ImportContext } from "./importRows";
export { runOnData } from "./runOnData";
