import { reloadPage } from "./reloadPage";

/** The entry of this tab's storage with the build for which it has reloaded. */
const reloadedKey = "seriba.reloaded";

/**
 * Reloads the page if the server no longer has the build that this page runs, and the
 * page has not reloaded for that reason already.
 */
export async function reloadForNewBuild(): Promise<void> {
  const build = document.querySelector<HTMLScriptElement>(
    'script[type="module"][src]',
  )?.src;
  if (!build || !navigator.onLine || !(await isGone(build))) return;
  try {
    if (sessionStorage.getItem(reloadedKey) === build) return;
    sessionStorage.setItem(reloadedKey, build);
  } catch {
    // Without storage it could not be told whether the page has reloaded already.
    return;
  }
  reloadPage();
}

async function isGone(script: string): Promise<boolean> {
  try {
    const { status, headers } = await fetch(script, {
      method: "HEAD",
      cache: "no-store",
    });
    // Some web servers answer unknown addresses with their page.
    const isPage = headers.get("content-type")?.includes("html") === true;
    return status === 404 || (status === 200 && isPage);
  } catch {
    return false;
  }
}
