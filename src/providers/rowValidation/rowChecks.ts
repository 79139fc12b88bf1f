import type { Validate } from "../../../domain/fieldProblem";
import { isOnOtherOrigin, loadConfiguration } from "../configuration";
import type { Workspace } from "../createWorkspace";
import type { builtCheck } from "./builtCheck";
import { loadServedCheck } from "./servedCheck";

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
