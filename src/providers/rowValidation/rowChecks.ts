import type { Validate } from "../../../domain/fieldProblem";
import { isOnOtherOrigin, loadConfiguration } from "../configuration";
import type { Workspace } from "../createWorkspace";
import { CallError, request } from "../http";
import { workspaceOutdated } from "../events";
import type { builtCheck } from "./builtCheck";

/** Rows are shown unchecked if the check has not loaded by then. */
const timeoutMs = 1_000;
/** Delay before a failed load is tried again. */
const retryDelayMs = 60_000;

const served = createLoads<Validate>();
const built = createLoads<typeof builtCheck>();

/**
 * Returns the function that validates rows: the module that the server compiled
 * for this viewer, else the check of the build. The CSP allows no modules of
 * another origin. Returns null if loading fails or takes over a second; the
 * check is then used from a later call on.
 */
export async function rowCheck(
  workspace: Workspace,
  row: string,
): Promise<Validate | null> {
  const path = workspace.validators[row];
  await loadConfiguration();
  if (path !== undefined && !isOnOtherOrigin())
    return served(path, () => loadServedCheck(path));
  const checkOf = await built(
    "build",
    async () => (await import("./builtCheck")).builtCheck,
  );
  return checkOf && checkOf(workspace.row(row));
}

/** Loads each name once. Returns null on failure and after the timeout. */
function createLoads<Value>() {
  const loads = new Map<string, Promise<Value | null>[]>();
  return (
    name: string,
    load: () => Promise<Value | null>,
  ): Promise<Value | null> => {
    const known = loads.get(name);
    if (known) return Promise.race(known);
    const value = load().catch(() => null);
    const attempt = [value, nullAfter(timeoutMs)];
    loads.set(name, attempt);
    void value.then(async (found) => {
      if (found !== null) return;
      await nullAfter(retryDelayMs);
      loads.delete(name);
    });
    return Promise.race(attempt);
  };
}

const nullAfter = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds, null);
  });

/**
 * Loads the check at this path of the API as a module, since the CSP forbids
 * compiling it in the page. If it fails to load, a HEAD call finds out why: it
 * refreshes an expired session before the second attempt, and a 404 means that
 * the workspace is outdated. Returns null if the second attempt fails too.
 */
export async function loadServedCheck(path: string): Promise<Validate | null> {
  const { apiBase } = await loadConfiguration();
  const address = new URL(apiBase + path, location.href).href;
  try {
    return await importCheck(address);
  } catch {
    return retry(path, address);
  }
}

async function retry(path: string, address: string): Promise<Validate | null> {
  try {
    await request(path, { method: "HEAD" });
    // Some browsers cache the failure of a module; the fragment avoids that.
    return await importCheck(`${address}#again`);
  } catch (error) {
    if (error instanceof CallError && error.status === 404)
      workspaceOutdated.emit();
    return null;
  }
}

async function importCheck(address: string): Promise<Validate> {
  const loaded = (await import(/* @vite-ignore */ address)) as {
    default: Validate;
  };
  return loaded.default;
}
