import type { Validate } from "../../../domain/fieldProblem";
import { loadConfiguration } from "../configuration";
import { CallError, request } from "../http";
import { workspaceOutdated } from "../events";

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
