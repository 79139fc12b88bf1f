type OnPayload = (payload: string) => void;

/** Who listens to which channel. */
export function createChannels() {
  const listeners = new Map<string, Set<OnPayload>>();
  return {
    names: (): string[] => [...listeners.keys()],

    /** Adds a listener; true when it is the channel's first. */
    add(channel: string, onPayload: OnPayload): boolean {
      const known = listeners.get(channel);
      if (known) known.add(onPayload);
      else listeners.set(channel, new Set([onPayload]));
      return !known;
    },

    /** Removes a listener; true when the channel has no other. */
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
