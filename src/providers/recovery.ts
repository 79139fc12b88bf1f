import { reloadPage } from "./reloadPage";

// One script, which is loaded while the page is idle: it must be there when other
// scripts are not.
export { reportError, reportUncaughtErrors } from "./errorReports";

/** Loads styles that did not arrive, and removes the styles that have loaded from `missing`. */
export async function loadStyles(missing: Set<string>): Promise<void> {
  await Promise.all(
    [...missing].map(async (href) => {
      await loadStyle(href);
      missing.delete(href);
    }),
  );
}

function loadStyle(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => {
      resolve();
    });
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${href}`));
    });
    document.head.append(link);
  });
}

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
