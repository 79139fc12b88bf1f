import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from "kysely";
import { expect } from "vitest";
import type { Tables } from "../../server/platform/database";

export type Trx = Transaction<Tables>;
/** Runs queries in a transaction that no database answers. */
export type Run = (trx: Trx) => Promise<unknown>;
type Sample = Readonly<Record<string, unknown>>;

/** Returns the statements of a function, whose queries read the sample rows in turn. */
async function statementsOf(run: Run, rows: readonly Sample[]) {
  const statements: string[] = [];
  const samples = [...rows];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) =>
          Promise.resolve({
            ...result,
            rows: samples.splice(0, 1),
            numAffectedRows: 1n,
          }),
      },
    ],
    log: ({ query }) => {
      statements.push(laidOut(query.sql));
    },
  });
  await db
    .transaction()
    .execute(run)
    // The sample rows end here.
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== "no result")
        throw error;
    });
  return statements;
}

const clauses =
  /(?<!left|inner)\s(?=(?:from|where|(?:left |inner )?join|order by|group by|limit|returning|set|values|on conflict|for update)\b)/g;

/** Breaks a statement before its clauses, except in brackets. */
const laidOut = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(clauses, (space, at: number, all: string) => {
      const before = all.slice(0, at);
      const isInside = before.split("(").length > before.split(")").length;
      return isInside ? space : "\n  ";
    })
    .trim();

/** Returns the text of a file: the statements of each function below its name. */
export async function documentOf(
  queries: Readonly<Record<string, Run | [Run, ...Sample[]]>>,
): Promise<string> {
  const parts: string[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const [run, ...rows] = typeof query === "function" ? [query] : query;
    const statements = await statementsOf(run, rows);
    expect(statements, name).not.toEqual([]);
    parts.push(
      `-- ${name}\n${statements.map((text) => `${text};\n`).join("")}`,
    );
  }
  return parts.join("\n");
}
