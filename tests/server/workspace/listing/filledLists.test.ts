import { beforeAll, expect, it } from "vitest";
import { isMet } from "../../../../domain/condition/predicate";
import type { Field, RowSchema } from "../../../../domain/resource";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import { whereConditions } from "../../../../server/workspace/listing/query/conditions";
import { extraReader } from "../../../../server/workspace/listing/source/extraType";
import { addRecords } from "../../../../server/workspace/records";
import { recordSource } from "../../../../server/workspace/records/recordSource";
import { eachDatabase } from "../../../support/database";
import { depotRow } from "../records/support/depots";

const lists: [string, Field][] = [
  ["objects", { type: ["array", "null"], items: { type: "object" } }],
  ["texts", { type: ["array", "null"], items: { type: "string" } }],
];

/** The values of the list, and values that a field of an earlier type may have stored. */
const values: readonly unknown[] = [
  [{ name: "a" }],
  [{}, "a"],
  ["a"],
  [""],
  [[{ name: "a" }]],
  [1, null],
  [],
  null,
  {},
  { name: "a" },
  "a",
  7,
  true,
];

eachDatabase("a list that must be filled", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    const rows = [...values.map((parts) => ({ parts })), {}];
    const author = { userId: "1", userName: "A manager", at: new Date() };
    await inTransaction(database, (trx) =>
      addRecords(trx, { row: "depot", rows, author }),
    );
  });

  it.each(lists)(
    "is found by the database as a single row is judged: %s",
    async (_, field) => {
      const row: RowSchema = { ...depotRow, properties: { parts: field } };
      const condition = { field: "parts", filled: true } as const;
      const all = await database.kysely
        .selectFrom("records")
        .select(["id", "data"])
        .orderBy("id")
        .execute();
      const read = extraReader("parts", field);
      const judged = all.filter(({ data }) =>
        isMet(condition, {
          fields: row.properties,
          values: { parts: read(data) },
        }),
      );
      const [sql] = whereConditions(recordSource("depot"), row, [condition]);
      if (!sql) throw new Error("The condition is missing");
      const found = await database.kysely
        .selectFrom("records")
        .select(["id", "data"])
        .where(sql)
        .orderBy("id")
        .execute();
      expect(judged).not.toEqual([]);
      expect(found).toEqual(judged);
    },
  );
});
