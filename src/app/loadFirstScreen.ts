import { sessionStore } from "../providers/session";
import {
  beginWorkspace,
  bootWorkspace,
  loadWorkspace,
} from "../providers/workspace";
import { preloadable } from "./preloadable";
import { preloadListing, preloadLot, preloadProfile } from "./screens";

/** The two halves of the program: before and after the login. */
const [LoginPage, preloadLogin] = preloadable(
  () => import("../identity/LoginPage"),
);
export const [SignedIn, preloadSignedIn] = preloadable(
  () => import("./SignedIn"),
);
export { LoginPage };

/**
 * Loads the code, the workspace and the first replies of the screen at this
 * address, all at once. Resolves when the screen can be rendered; failures are
 * left to the screen, which shows them.
 */
export async function loadFirstScreen(): Promise<void> {
  const { status } = sessionStore.get();
  await Promise.allSettled(
    status === "anonymous"
      ? [preloadLogin()]
      : [preloadSignedIn(), preloadPage(location.pathname), loadData()],
  );
}

function preloadPage(pathname: string): Promise<void> {
  if (pathname === "/profile") return preloadProfile();
  return /\/\d+$/.test(pathname) ? preloadLot() : preloadListing();
}

async function loadData(): Promise<void> {
  const workspace = bootWorkspace();
  if (workspace) {
    const { beginFirstCalls } = await import("./beginFirstCalls");
    beginFirstCalls(workspace, location);
  } else beginWorkspace();
  const session = sessionStore.get();
  if (session.status === "authenticated") await loadWorkspace(session.viewer);
}
