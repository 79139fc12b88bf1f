import { createStore } from "../store";

/** Whether the live stream delivers changes now; if not, clients poll. */
export const liveStore = createStore(false);
