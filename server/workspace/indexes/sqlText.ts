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
 * Returns SQL as text with white space collapsed outside quotes. Throws if it
 * has parameters, which an index definition cannot have.
 */
export function sqlText(builder: RawBuilder<unknown>): string {
  const { sql, parameters } = builder.compile(compiler);
  if (parameters.length > 0) throw new Error(`Parameters in "${sql}"`);
  return sql.replace(
    /('(?:[^']|'')*')|\s+/g,
    (_, quoted?: string) => quoted ?? " ",
  );
}
