import { bundledResources } from "./bundledWorkspace";
import { foreignReplies } from "./readReply";

export { bundledWorkspace } from "./bundledWorkspace";

/** Reads a reply of a server that serves no workspace, by the call's path. */
export const readForeignReply = foreignReplies(bundledResources);
