type OnPayload = (payload: string) => void;

/** Keeps the listeners of notification channels. */
export function createChannels() {
  const listeners = new Map<string, Set<OnPayload>>();
  return {
    names: (): string[] => [...listeners.keys()],

    /** Adds a listener. Returns true if it is the first of its channel. */
    add(channel: string, onPayload: OnPayload): boolean {
      const known = listeners.get(channel);
      if (known) known.add(onPayload);
      else listeners.set(channel, new Set([onPayload]));
      return !known;
    },

    /** Removes a listener. Returns true if it was the last of its channel. */
    remove(channel: string, onPayload: OnPayload): boolean {
      const known = listeners.get(channel);
      if (!known?.delete(onPayload) || known.size > 0) return false;
      return listeners.delete(channel);
    },

    deliver(channel: string, payload: string): void {
      for (const onPayload of listeners.get(channel) ?? []) onPayload(payload);
    },
  };
}
