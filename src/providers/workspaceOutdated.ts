import { createSignal } from "./sessionEvents";

/** The server was found to have other declarations than this page. */
export const workspaceOutdated = createSignal();
