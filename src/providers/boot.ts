import type { ViewProfileReply, WorkspaceReply } from "../../generated/schemas";

/** What the server writes into the page while the access cookie is valid. */
export type BootData = {
  session?: ViewProfileReply;
  workspace?: WorkspaceReply;
  now?: string;
};

/** What the page carries was meant for whoever has left it. */
export function forgetBootData(): void {
  document.getElementById("boot")?.remove();
}

/**
 * The boot data of this page; empty when the page came from a static server or
 * to a visitor who is not signed in.
 */
export function readBootData(): BootData {
  const text = document.getElementById("boot")?.textContent;
  if (!text) return {};
  try {
    return JSON.parse(text) as BootData;
  } catch {
    return {};
  }
}
