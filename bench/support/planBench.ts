import type { CompiledQuery } from "kysely";
import { setChecks, sourceOf } from "../../server/declare";
import type { Database } from "../../server/platform/database";
import { findRoot } from "../../server/platform/root";
import { compileSet } from "../../server/workspace/declared/compileSet";
import {
  openIndexSession,
  wantedIndexes,
} from "../../server/workspace/indexes";
import { readSources } from "../../server/workspace/sources";
import { startPostgres } from "../../tests/support/postgres";
import { openMigrated, silentLog } from "./benchDatabase";
import { createExplain, planHeader, planLine, type Plan } from "./explain";
import { logStatements } from "./logStatements";

/** A bench that explains the statements of the program. */
export type PlanBench = {
  /** The address of a PostgreSQL of this bench alone. */
  url: string;
  database: Database;
  /** The same database; its statements can be explained. */
  logged: Database;
  declared: ReturnType<typeof declaredSet>;
  /** Makes the indexes of added fields, as a server does. */
  makeIndexes: (resources: readonly string[]) => Promise<void>;
  /** Sets the statement with which all plans are compared. It runs twice. */
  setFloor: (name: string, statement: CompiledQuery) => Promise<void>;
  /** Adds lines to the table. */
  addLines: (...added: readonly string[]) => void;
  /** Runs work, and adds a line for each different SELECT of it whose text fits. */
  explain: (
    name: string,
    work: () => Promise<unknown>,
    fits?: (text: string) => boolean,
  ) => Promise<void>;
};

const declaredSet = () =>
  compileSet({ sources: readSources(findRoot()), checks: setChecks });

/**
 * Returns the table of the plans that `work` explains, under a title. SHOW names a line
 * whose SQL is printed as well.
 */
export async function benchStatements(
  title: string,
  work: (bench: PlanBench) => Promise<void>,
): Promise<string> {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = await openMigrated(url);
  const statements: CompiledQuery[] = [];
  const logged = logStatements(url, statements);
  const explain = createExplain({ kysely: database.longRunning });
  const declared = declaredSet();
  const lines = [title, planHeader];
  let floor: Plan | undefined;
  const add = (name: string, plan: Plan) => {
    lines.push(planLine(name, plan, floor ?? plan));
  };
  try {
    await work({
      url,
      database,
      logged,
      declared,
      addLines: (...added) => {
        lines.push(...added);
      },
      makeIndexes: async (names) => {
        const set = {
          resources: names.map((name) => declared.workspace.resource(name)),
          row: (id: string) => declared.schemas.row(id),
          sourceOf,
        };
        const session = await openIndexSession({ database, log: silentLog });
        await session.reconcile(wantedIndexes(set));
        await session.close();
      },
      setFloor: async (name, statement) => {
        // The first run fills the caches of PostgreSQL.
        await explain(statement);
        floor = await explain(statement);
        add(`${name} (the floor)`, floor);
      },
      explain: async (name, run, fits = () => true) => {
        statements.length = 0;
        await run();
        const selects = statements.filter(
          ({ sql: text }) => /^\s*(select|with)\b/i.test(text) && fits(text),
        );
        const different = new Map(
          selects.toReversed().map((statement) => [statement.sql, statement]),
        );
        for (const statement of [...different.values()].toReversed()) {
          add(name, await explain(statement));
          if (process.env.SHOW === name) lines.push(statement.sql);
        }
      },
    });
  } finally {
    await logged.close();
    await database.close();
    await postgres.stop();
  }
  return lines.join("\n");
}
