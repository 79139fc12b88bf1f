import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/platform/database";
import { toParameter } from "../../../../server/platform/database/values";
import { eachDatabase } from "../../../support/database";

const read: readonly [string, unknown][] = [
  ["9007199254740993::bigint", "9007199254740993"],
  ["7::integer", 7],
  ["7::smallint", 7],
  ["2.50::numeric", "2.50"],
  ["0.5::double precision", 0.5],
  ["true", true],
  ["'競り'::text", "競り"],
  ["null::bigint", null],
  ["date '2026-11-20'", "2026-11-20"],
  [
    "timestamptz '2026-11-20 17:30:00.25+09'",
    new Date("2026-11-20T08:30:00.250Z"),
  ],
  ["timestamp '2026-11-20 17:30:00'", "2026-11-20 17:30:00"],
  ["interval '1 day 2 hours'", "1 day 02:00:00"],
  [`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
  ["'[]'::json", []],
  ["'\\x00ff'::bytea", Uint8Array.of(0, 255)],
  ["array[1, null]::bigint[]", ["1", null]],
  ["array['a,b', 'c\"d', null]::text[]", ["a,b", 'c"d', null]],
  [
    "array[[1, 2], [3, 4]]::integer[]",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["array[1.5]::numeric[]", ["1.5"]],
  ["array[date '2026-11-20']", ["2026-11-20"]],
  [
    "array[timestamptz '2026-11-20 00:00:00+00']",
    [new Date("2026-11-20T00:00:00Z")],
  ],
  ["array[true, false]", [true, false]],
];

const sent: readonly [unknown, string, unknown][] = [
  ["12", "bigint", "12"],
  [12n, "bigint", "12"],
  [12, "integer", 12],
  [12, "text", "12"],
  [undefined, "text", null],
  [false, "boolean", false],
  ["2026-11-20", "date", "2026-11-20"],
  [
    new Date("2026-11-20T08:30:00.25Z"),
    "timestamptz",
    new Date("2026-11-20T08:30:00.25Z"),
  ],
  [{ grade: "4.5" }, "jsonb", { grade: "4.5" }],
  ['["a"]', "jsonb", ["a"]],
  [Uint8Array.of(1, 254), "bytea", Uint8Array.of(1, 254)],
  [["1", "2"], "bigint[]", ["1", "2"]],
  [[], "bigint[]", []],
  [
    ['a"b\\c', "d,e", "", null, "null"],
    "text[]",
    ['a"b\\c', "d,e", "", null, "null"],
  ],
  [
    [
      [1, 2],
      [3, 4],
    ],
    "integer[]",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [[true, false], "boolean[]", [true, false]],
];

eachDatabase("values are the same from both databases", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it.each(read)("reads %s", async (expression, expected) => {
    const query = sql<{
      value: unknown;
    }>`select ${sql.raw(expression)} as value`;
    const { rows } = await query.execute(database.kysely);
    expect(plain(rows[0]?.value)).toEqual(expected);
  });

  it.each(sent)("sends %o as %s", async (value, type, expected) => {
    const query = sql<{ value: unknown }>`
      select ${value}::${sql.raw(type)} as value`;
    const { rows } = await query.execute(database.kysely);
    expect(plain(rows[0]?.value)).toEqual(expected);
  });

  it("finds rows by a list of ids", async () => {
    const { rows } = await sql<{ id: string }>`
      select id from generate_series(1::bigint, 5) as id
      where id = any(${["2", "4"]}) order by id
    `.execute(database.kysely);
    expect(rows).toEqual([{ id: "2" }, { id: "4" }]);
  });

  it("returns the number of changed rows", async () => {
    await sql`create table counted (n integer)`.execute(database.kysely);
    await sql`insert into counted values (1), (2), (3)`.execute(
      database.kysely,
    );
    const result = await sql`delete from counted where n > ${1}`.execute(
      database.kysely,
    );
    expect(result.numAffectedRows).toBe(2n);
  });

  it("runs several statements in one text and returns the last result", async () => {
    const { rows } = await sql`select 1 as n; select 2 as n`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  it("reports code and constraint of a failed statement without its values", async () => {
    await sql`create table named (name text constraint one_name unique)`.execute(
      database.kysely,
    );
    const insert = () =>
      sql`insert into named values (${"client@seriba.test"})`.execute(
        database.kysely,
      );
    await insert();
    const error: unknown = await insert().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "SqlError",
      code: "23505",
      constraint: "one_name",
      table: "named",
    });
    expect(JSON.stringify(error) + String(error)).not.toContain("client@");
  });

  it("uses UTC in every time zone of the machine", async () => {
    const { rows } =
      await sql`select current_setting('TimeZone') as zone`.execute(
        database.kysely,
      );
    expect(rows).toEqual([{ zone: "UTC" }]);
  });
});

describe("parameters", () => {
  it("rejects functions", () => {
    expect(() => toParameter(() => 1)).toThrow(TypeError);
  });
});

/** A Buffer and a Uint8Array of the same bytes are the same value. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Uint8Array.from(value) : value;
}
