import type { Validate } from "../../../domain/fieldProblem";
import { isOnOtherOrigin, loadConfiguration } from "../configuration";
import type { Workspace } from "../createWorkspace";
import type { builtCheck } from "./builtCheck";
import { loadServedCheck } from "./servedCheck";

/** Rows that have come wait no longer for a check that was begun so long ago. */
const patience = 1_000;
/** What could not be had is not asked for again sooner. */
const pause = 60_000;

const served = createLoads<Validate>();
const built = createLoads<typeof builtCheck>();

/**
 * The check of a row's replies: the module that the server made for this
 * viewer, or where it gives none that may be run here, that of the build. The
 * first call begins to load it. Null where it does not come within a second of
 * that: rows are then shown as they are, and those of later calls checked.
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

/** Loads each name once; null while and where it does not come. */
function createLoads<Value>() {
  const loads = new Map<string, Promise<Value | null>[]>();
  return (
    name: string,
    load: () => Promise<Value | null>,
  ): Promise<Value | null> => {
    const known = loads.get(name);
    if (known) return Promise.race(known);
    const value = load().catch(() => null);
    const begun = [value, nothingAfter(patience)];
    loads.set(name, begun);
    void value.then(async (found) => {
      if (found !== null) return;
      await nothingAfter(pause);
      loads.delete(name);
    });
    return Promise.race(begun);
  };
}

const nothingAfter = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds, null);
  });
