/** The errors of browsers and of Vite when a script or its styles do not arrive. */
const failures =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Returns whether the code of a part has not arrived. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && failures.test(error.message);

const hang = new Error("Hanging dynamically imported module");

/**
 * Returns whether a download was given up. The browser would wait for the same download
 * again, so that only a reload of the page helps.
 */
export const isHanging = (error: unknown): boolean => error === hang;

/** Loads the script that helps when another script has not arrived or has failed. */
export const loadRecovery = () => import("./recovery");

/** Styles that did not arrive. Vite asks for each of them only once. */
const missingStyles = new Set<string>();

/** Milliseconds after which a download is given up: the connection hangs. */
const timeoutMs = 20_000;

/**
 * Loads the module of a part that is about to be drawn. If a deploy has removed it, the
 * page reloads. Throws the error of `load`, and a load failure after 20 seconds; `load`
 * itself goes on.
 */
export const loadModule = <Module>(
  load: () => Promise<Module>,
): Promise<Module> =>
  new Promise((resolve, reject) => {
    attempt(load).then(resolve, reject);
    // Once the module has arrived, this does nothing.
    setTimeout(reject, timeoutMs, hang);
  });

async function attempt<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    if (missingStyles.size > 0) {
      const { loadStyles } = await loadRecovery();
      await loadStyles(missingStyles);
    }
    return await load();
  } catch (error) {
    if (isLoadFailure(error)) {
      noteMissingStyle(error);
      await loadRecovery().then(
        ({ reloadForNewBuild }) => reloadForNewBuild(),
        () => undefined,
      );
    }
    throw error;
  }
}

function noteMissingStyle(error: unknown): void {
  const [, href] =
    /^Unable to preload CSS for (\S+)$/.exec((error as Error).message) ?? [];
  if (href !== undefined) missingStyles.add(href);
}
