import type { LiveEvent } from "../../domain/liveEvent";
import { createEmitter, createStore } from "./store";

/** The session ended and could not be refreshed. */
export const sessionExpired = createEmitter();

/** An expired session is valid again: failed calls can be repeated. */
export const sessionRestored = createEmitter();

/** The server no longer has the declarations that this page shows. */
export const workspaceOutdated = createEmitter();

/** Events of the live stream, in every tab of the browser. */
export const liveEvents = createEmitter<LiveEvent>();

/** Names of lists on screen that show other rows after a reload. */
export const staleLists = createEmitter<string>();

/** Whether the live stream delivers changes now; if not, clients poll. */
export const liveStore = createStore(false);

/** Whether a visible page has received no changes for a minute. */
export const liveOutageStore = createStore(false);

/** Whether the last call did not reach the server. */
export const unreachedStore = createStore(false);
