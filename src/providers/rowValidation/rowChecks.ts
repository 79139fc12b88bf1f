import type { Validate } from "../../../domain/fieldProblem";
import type { RowSchema } from "../../../domain/resource";
import { isOnOtherOrigin, loadConfiguration } from "../configuration";
import type { Workspace } from "../createWorkspace";
import { loadServedCheck } from "./servedCheck";

/** Rows that have come wait no longer for a check that was begun so long ago. */
const patience = 1_000;
/** A check that could not be had is not asked for again sooner. */
const pause = 60_000;

type Load = { check: Promise<Validate | null>; limit: Promise<null> };

/** By the path of the call, or where there is none by the schema of the row. */
const loads = new Map<unknown, Load>();

/**
 * The check of a row's replies: the module that the server made for this
 * viewer, or where it gives none that may be run here, that of the build. The
 * first call begins to load it. Null where it does not come within a second of
 * that: rows are then shown as they are, and those of later calls checked.
 */
export function rowCheck(
  workspace: Workspace,
  row: string,
): Promise<Validate | null> {
  const path = workspace.validators[row];
  const schema = workspace.row(row);
  const { check, limit } = begin(path ?? schema, () => load(schema, path));
  return Promise.race([check, limit]);
}

function begin(name: unknown, loadCheck: () => Promise<Validate | null>): Load {
  const known = loads.get(name);
  if (known) return known;
  const check = loadCheck().catch(() => null);
  const begun = { check, limit: nothingAfter(patience) };
  loads.set(name, begun);
  void check.then(async (found) => {
    if (found) return;
    await nothingAfter(pause);
    loads.delete(name);
  });
  return begun;
}

async function load(
  row: RowSchema,
  path: string | undefined,
): Promise<Validate | null> {
  await loadConfiguration();
  if (path !== undefined && !isOnOtherOrigin()) return loadServedCheck(path);
  const { builtCheck } = await import("./builtCheck");
  return builtCheck(row);
}

const nothingAfter = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds, null);
  });
