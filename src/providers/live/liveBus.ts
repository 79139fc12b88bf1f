import type { LiveEvent } from "../../../domain/liveEvent";

function createBus<Message>() {
  const listeners = new Set<(message: Message) => void>();
  return {
    publish: (message: Message) => {
      for (const listener of listeners) listener(message);
    },
    subscribe: (listener: (message: Message) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** What the server tells, in every tab of the browser. */
export const liveEvents = createBus<LiveEvent>();

/** Names of lists on screen whose rows are others by now. */
export const movedLists = createBus<string>();
