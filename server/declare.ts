import type { FastifyBaseLogger } from "fastify";
import { bidSource } from "./bidding";
import { lotSource } from "./catalog";
import { checkMapping } from "./feed";
import { checkKnown } from "./workspace/checks/checkKnown";
import type { Context } from "./workspace/context";
import { createDeclarations, type DeclaredSet } from "./workspace/declared";
import type { SetCheck } from "./workspace/checks/checkSources";
import { keepIndexes, type IndexKeeper } from "./workspace/indexes";
import { checkServed } from "./workspace/checks/checkServed";
import type { RowSource } from "./workspace/listing";

/** A feed fills fields of the rows, so it is checked with their schemas. */
const checkFeeds: SetCheck = ({ sources, schemas, areSchemasPartial }) =>
  sources.feeds.flatMap((file) =>
    checkMapping(file, schemas, { areSchemasPartial }),
  );

/** The tables behind rows. */
const sources: readonly RowSource[] = [lotSource, bidSource];

/** The table behind a row; undefined for a row of no list. */
export const sourceOf = (row: string): RowSource | undefined =>
  sources.find((source) => source.row === row);

/** What the areas ask of declarations, beyond what the files say themselves. */
export const setChecks: readonly SetCheck[] = [
  ...sources.map(checkKnown),
  ...sources.map(checkServed),
  checkFeeds,
];

/** The project's declarations, checked by every area. Throws ProblemsFound. */
export function declare(options: {
  root: string;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}): Pick<Context, "declarations" | "schemas" | "messages" | "workspace"> {
  const declarations = createDeclarations({ ...options, checks: setChecks });
  const { schemas, messages, workspace } = declarations;
  return { declarations, schemas, messages, workspace };
}

/** Has the indexes of added fields follow the declarations from now on. */
export function indexDeclared({
  database,
  declarations,
  log,
}: Pick<Context, "database" | "declarations" | "log">): IndexKeeper {
  const keeper = keepIndexes({
    database,
    log,
    sourceOf,
  });
  const follow = ({ workspace, schemas }: DeclaredSet) => {
    keeper.wantFor(workspace.resources(), (id) => schemas.row(id));
  };
  follow(declarations.current());
  declarations.onChange(follow);
  return keeper;
}
