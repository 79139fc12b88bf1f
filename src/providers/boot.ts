import type { ViewProfileReply } from "../../generated/schemas";
import type { DeclaredReply } from "./createWorkspace";

/** Data that the server embeds in the page of a signed-in user. */
export type BootData = {
  session?: ViewProfileReply;
  workspace?: DeclaredReply;
  now?: string;
};

/** Removes the boot data; call it when the user signs out. */
export function forgetBootData(): void {
  document.getElementById("boot")?.remove();
}

/**
 * Returns the page's boot data. It is empty for anonymous visitors and on
 * static web servers.
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
