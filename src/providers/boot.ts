import type { ViewProfileReply } from "../../generated/schemas";
import type { DeclaredReply } from "./createWorkspace";

/** Data that the server embeds in the page of a signed-in user. */
export type BootData = {
  session?: ViewProfileReply;
  workspace?: DeclaredReply;
  now?: string;
};

let known: { element: Element; data: BootData } | undefined;

/** Removes the boot data; call it when the user signs out. */
export function forgetBootData(): void {
  known = undefined;
  document.getElementById("boot")?.remove();
}

/**
 * Returns the page's boot data. It is empty for anonymous visitors and on
 * static web servers.
 */
export function readBootData(): BootData {
  const element = document.getElementById("boot");
  if (!element?.textContent) return {};
  if (known?.element !== element)
    known = { element, data: parse(element.textContent) };
  return known.data;
}

function parse(text: string): BootData {
  try {
    return JSON.parse(text) as BootData;
  } catch {
    return {};
  }
}
