import type { Validate } from "../../../domain/fieldProblem";
import { loadConfiguration } from "../configuration";
import { CallError, request } from "../http";
import { workspaceOutdated } from "../events";

/**
 * The check at this path of the API, as a module: a page without `unsafe-eval`
 * compiles nothing. Of one that does not come the reason is asked: a session
 * that had to be refreshed makes it come the second time, and a path that is
 * not found is that of a workspace that is another by now. Null for none.
 */
export async function loadServedCheck(path: string): Promise<Validate | null> {
  const { apiBase } = await loadConfiguration();
  const address = new URL(apiBase + path, location.href).href;
  try {
    return await importCheck(address);
  } catch {
    return askAgain(path, address);
  }
}

async function askAgain(
  path: string,
  address: string,
): Promise<Validate | null> {
  try {
    await request(path, { method: "HEAD" });
    // Some browsers remember that an address has failed.
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
