import { sql } from "kysely";
import { existsSync, readdirSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { testDatabase } from "../../../support/database";

/** Table, column and type of each column, such as `lots.year: number or null`. */
type Columns = string[];

const family: Record<string, string> = {
  uuid: "string",
  bigint: "string",
  boolean: "boolean",
  date: "string",
  integer: "number",
  jsonb: "json",
  smallint: "number",
  text: "string",
  "timestamp with time zone": "Date",
};

const describeColumn = (
  column: string,
  { type, isNullable }: { type: string; isNullable: boolean },
) => `${column}: ${type}${isNullable ? " or null" : ""}`;

async function columnsOfDatabase(): Promise<Columns> {
  const database = await testDatabase();
  const { rows } = await sql<{
    column: string;
    type: string;
    isNullable: boolean;
  }>`
    select c.table_name || '.' || c.column_name as "column", c.data_type as type,
      c.is_nullable = 'YES' as "isNullable"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema = 'public' and c.table_name not like 'kysely_%'
      -- Release 0.2 had them; the next release removes them.
      and c.table_name not in ('holds', 'ledger_entries')
      and not exists (
        select from pg_inherits
        where inhrelid = format('%I', c.table_name)::regclass)
  `.execute(database.kysely);
  await database.close();
  return rows
    .map(({ column, type, isNullable }) =>
      describeColumn(column, { type: family[type] ?? type, isNullable }),
    )
    .sort();
}

/** The files in which areas add their tables to `Tables`. */
const filesOfAreas = () =>
  readdirSync("server")
    .map((area) => `server/${area}/tables.ts`)
    .filter((file) => existsSync(file));

/** Reads the interface `Tables` as the compiler merges it. */
function columnsOfTypes(): Columns {
  const file = "server/platform/database/tables.ts";
  const program = ts.createProgram([file, ...filesOfAreas()], {
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const tables = module?.exports?.get(ts.escapeLeadingUnderscores("Tables"));
  if (!source || !tables) throw new Error(`${file} exports no type Tables`);
  const typeOf = (symbol: ts.Symbol) =>
    checker.getTypeOfSymbolAtLocation(symbol, source);

  /** The type of a selected value, without Kysely's `ColumnType`. */
  const selected = (type: ts.Type): ts.Type => {
    const select = type.getProperty("__select__");
    return select ? typeOf(select) : type;
  };
  const nameOf = (type: ts.Type): string => {
    const [member] = type.isUnion() ? type.types : [type];
    if (!member || type.flags & ts.TypeFlags.Boolean) return "boolean";
    if (member.flags & ts.TypeFlags.BooleanLike) return "boolean";
    if (member.flags & ts.TypeFlags.StringLike) return "string";
    if (member.flags & ts.TypeFlags.NumberLike) return "number";
    return checker.typeToString(member) === "Date" ? "Date" : "json";
  };
  return checker
    .getDeclaredTypeOfSymbol(tables)
    .getProperties()
    .flatMap((table) =>
      typeOf(table)
        .getProperties()
        .map((column) => {
          const type = selected(typeOf(column));
          const plain = checker.getNonNullableType(type);
          return describeColumn(`${table.name}.${column.name}`, {
            type: nameOf(plain),
            isNullable: plain !== type,
          });
        }),
    )
    .sort();
}

it("the table types have the columns of the migrated database", async () => {
  expect(columnsOfTypes()).toEqual(await columnsOfDatabase());
});
