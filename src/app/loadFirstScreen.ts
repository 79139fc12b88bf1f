import { sessionStore } from "../providers/session";
import {
  beginWorkspace,
  bootWorkspace,
  loadWorkspace,
} from "../providers/workspace";
import { preloadable } from "../ui/preloadable";
import { isForVisitors } from "./address";
import { pageForAllAt, visitorPageAt } from "./publicPages";

/** The program after the login; the pages for visitors are apart from it. */
export const [SignedIn, preloadSignedIn] = preloadable(
  () => import("./SignedIn"),
);

/**
 * Loads the code, the workspace and the first replies of the screen at this
 * address, all at once. Resolves when the screen can be rendered; failures are
 * left to the screen, which shows them. At a page for visitors, it waits for
 * `session`: a browser that was signed in is probably not any more.
 */
export async function loadFirstScreen(session: Promise<void>): Promise<void> {
  if (isForVisitors(location.pathname)) await session;
  const { status } = sessionStore.get();
  const { pathname } = location;
  await Promise.allSettled(
    status === "anonymous" || pageForAllAt(pathname)
      ? [visitorPageAt(pathname).page[1]()]
      : [preloadSignedIn(), preloadLikely(pathname), loadPage()],
  );
}

/**
 * Most pages are lists, whose code is large: it begins to load before the table
 * of pages says which page this is.
 */
const preloadLikely = (pathname: string): Promise<unknown> =>
  /\d/.test(pathname)
    ? Promise.resolve()
    : import("../workspace/page/ListingPage");

/** Loads the page at this address by the table of pages, and its first calls. */
async function loadPage(): Promise<void> {
  const boot = bootWorkspace();
  if (!boot) beginWorkspace();
  const { beginFirstCalls } = await import("./beginFirstCalls");
  const session = sessionStore.get();
  if (session.status === "authenticated") {
    const workspace = boot ?? (await loadWorkspace(session.viewer));
    await beginFirstCalls(workspace, session.viewer, location);
  }
}
