import type { SsoBegun } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { readTab, writeTab } from "../../providers/tabStorage";

/** Under this key a tab keeps the query of the login page to which it returns. */
const returnKey = "ssoReturn";

/** Returns this query once; undefined in a window that was opened for the provider. */
export function takeReturn(): string | undefined {
  const search = readTab(returnKey);
  writeTab(returnKey, "");
  return search || undefined;
}

type BeginPath = "/auth/sso" | "/user/sso" | "/auth/sso-proof";

/** Returns the address of the provider for a new request. Throws as `request`. */
async function begin(path: BeginPath): Promise<string> {
  const { address } = await request<SsoBegun>(path, {
    method: "POST",
    isAuth: path === "/auth/sso",
  });
  return address;
}

/** Leaves the page for the provider, which leads back to the page `/sso`. */
export async function leaveForSso(
  path: Exclude<BeginPath, "/auth/sso-proof">,
): Promise<void> {
  const address = await begin(path);
  writeTab(returnKey, location.search || "?");
  location.assign(address);
}

/**
 * Opens the provider in a window of its own, so that this page keeps everything that was
 * typed. Throws as `request`, and window_blocked.
 */
export async function openSsoWindow(
  path: Exclude<BeginPath, "/user/sso">,
): Promise<void> {
  // Browsers open windows only at once after the click.
  const opened = window.open("", "_blank", "popup,width=520,height=720");
  if (!opened) throw new WindowBlocked();
  try {
    opened.location.href = await begin(path);
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** The browser does not open windows for this page. */
export class WindowBlocked extends Error {}

const openChannel = () => new BroadcastChannel("seriba.proof");

/** Tells the other tabs that the user was proved. */
export function tellProved(): void {
  const channel = openChannel();
  channel.postMessage("proved");
  channel.close();
}

/** Listens to a proof in another tab. Returns a function that stops listening. */
export function onProved(listener: () => void): () => void {
  const channel = openChannel();
  channel.addEventListener("message", listener);
  return () => {
    channel.close();
  };
}
