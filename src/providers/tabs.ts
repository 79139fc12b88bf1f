type TabMessage = "signedIn" | "signedOut";

const channel =
  "BroadcastChannel" in globalThis
    ? new BroadcastChannel("seriba.session")
    : undefined;

/** Tells the other tabs of this browser that the user signed in or out. */
export const tellTabs = (message: TabMessage): void =>
  channel?.postMessage(message);

/** Listens to the other tabs. Returns a function that stops listening. */
export function onTabMessage(listener: (message: TabMessage) => void) {
  const onMessage = (event: MessageEvent<TabMessage>) => {
    listener(event.data);
  };
  channel?.addEventListener("message", onMessage);
  return () => channel?.removeEventListener("message", onMessage);
}
