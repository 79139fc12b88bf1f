import { bundledResources } from "./bundledWorkspace";
import { foreignReplies } from "./readReply";

export { bundledWorkspace } from "./bundledWorkspace";

/** Converts a reply of another server, by the path of its call. */
export const readForeignReply = foreignReplies(bundledResources);
