type TabMessage = "signedIn" | "signedOut";

const channel =
  "BroadcastChannel" in globalThis
    ? new BroadcastChannel("seriba.session")
    : undefined;

/** Tells the other tabs of this browser what happened to the session. */
export const tellTabs = (message: TabMessage): void =>
  channel?.postMessage(message);

/** Hears what other tabs did; returns how to stop. */
export function onTabMessage(listen: (message: TabMessage) => void) {
  const hear = (event: MessageEvent<TabMessage>) => {
    listen(event.data);
  };
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}
