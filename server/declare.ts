import type { FastifyBaseLogger } from "fastify";
import { areas } from "./areas";
import type { ColumnsEngine } from "./workspace/columns";
import type { Context } from "./workspace/context";
import { createDeclarations, type DeclaredSet } from "./workspace/declared";
import type { SetCheck } from "./workspace/checks/checkSources";
import { keepIndexes, type IndexKeeper } from "./workspace/indexes";
import { checkOwnCalls } from "./workspace/checks/addressRules";
import { checkComputed } from "./workspace/checks/computedRules";
import { checkFormFills } from "./workspace/checks/formFillRules";
import { checkOwners } from "./workspace/checks/ownerRules";
import { checkRecordKinds } from "./workspace/checks/recordKindRules";
import { checkStates } from "./workspace/checks/stateRules";
import { checkRecordReferences } from "./workspace/checks/recordReferences";
import { checkStorage } from "./workspace/checks/storageChecks";
import { findRecordKind, findSource, sourcesOf } from "./workspace/openAreas";

/** Returns the table behind a row schema, or undefined for a row without a table. */
export const sourceOf = findSource(areas);

/** The checks that the areas add to the checks of the files. */
export const setChecks: readonly SetCheck[] = [
  checkOwnCalls(areas.flatMap(({ calls = [] }) => calls)),
  checkStorage(sourcesOf(areas)),
  checkComputed,
  checkRecordReferences,
  checkOwners,
  checkFormFills,
  checkStates,
  checkRecordKinds(findRecordKind(areas)),
  ...areas.flatMap(({ checks = [] }) => checks),
];

/**
 * Reads the declarations with the checks of every area. Throws ProblemsFound. Parts that
 * have not changed since an earlier set are taken from it.
 */
export function declare(options: {
  root: string;
  before?: DeclaredSet | undefined;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}): Pick<
  Context,
  "declarations" | "schemas" | "messages" | "workspace" | "recordKinds"
> {
  const declarations = createDeclarations({ ...options, checks: setChecks });
  const { schemas, messages, workspace } = declarations;
  const recordKinds = findRecordKind(areas);
  return { declarations, schemas, messages, workspace, recordKinds };
}

/**
 * Starts the index in memory, which loads in the background and follows the
 * declarations. Returns the function that stops it.
 */
export function startColumns(
  { config, declarations }: Pick<Context, "config" | "declarations">,
  columns: ColumnsEngine,
): () => Promise<void> {
  if (config.indexMemory === 0) return () => Promise.resolve();
  const follow = ({ workspace, schemas }: DeclaredSet) => {
    const row = (id: string) => schemas.row(id);
    columns.wantFor({ resources: workspace.resources(), row, sourceOf });
  };
  follow(declarations.current());
  declarations.onChange(follow);
  void columns.start();
  return () => columns.stop();
}

/** Keeps the indexes of added fields in line with the declarations. */
export function indexDeclared({
  database,
  declarations,
  log,
}: Pick<Context, "database" | "declarations" | "log">): IndexKeeper {
  const keeper = keepIndexes({ database, log, sourceOf });
  const follow = ({ workspace, schemas }: DeclaredSet) => {
    keeper.wantFor(workspace.resources(), (id) => schemas.row(id));
  };
  follow(declarations.current());
  declarations.onChange(follow);
  return keeper;
}
