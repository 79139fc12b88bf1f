import { createStore } from "../store";

/** Whether changes come by themselves at present; without, one polls. */
export const liveStore = createStore(false);
