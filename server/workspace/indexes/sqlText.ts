import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from "kysely";

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * SQL without parameters as text, white space drawn together outside quotes.
 * Throws when it has parameters, which a definition cannot take.
 */
export function sqlText(builder: RawBuilder<unknown>): string {
  const { sql, parameters } = builder.compile(compiler);
  if (parameters.length > 0) throw new Error(`Parameters in "${sql}"`);
  return sql.replace(
    /('(?:[^']|'')*')|\s+/g,
    (_, quoted?: string) => quoted ?? " ",
  );
}
