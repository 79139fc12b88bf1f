import { expect, it } from "vitest";
import { testOf } from "../../domain/listing/kinds/kinds";
import type { FilterValue } from "../../domain/listing/state";
import type { Field, Filter } from "../../domain/resource";
import {
  filterCondition,
  whereConditions,
} from "../../server/workspace/listing/query/conditions";
import type {
  Condition,
  RowSource,
} from "../../server/workspace/listing/source/rowSource";
import { documentOf, type Run } from "../support/sqlDocument";

// The SQL of the conditions of lists by operator and storage, for reviewers. After a change,
// `npx vitest run tests/server/conditionsSql.test.ts -u` writes the file.

/** A field of each type with a value that people choose, and one that a list fixes. */
const operators: Readonly<
  Record<
    string,
    {
      field: Field;
      filter?: Partial<Filter>;
      chosen: FilterValue;
      fixed: object;
    }
  >
> = {
  enum: {
    field: { type: "string", enum: ["a", "b", "c"] },
    chosen: { kind: "choices", values: ["a", "b"] },
    fixed: { atLeast: "b" },
  },
  number: {
    field: { type: "integer" },
    chosen: { kind: "range", from: 1, to: 9 },
    fixed: { in: [1, 2], atLeast: 1 },
  },
  date: {
    field: { type: "string", format: "date-time" },
    chosen: { kind: "dates", from: "2026-11-20", to: "2026-11-21" },
    fixed: { atMost: "2026-11-20" },
  },
  flag: {
    field: { type: "boolean" },
    chosen: { kind: "flag", value: true },
    fixed: { in: [true] },
  },
  text: {
    field: { type: "string" },
    chosen: { kind: "text", text: "50%" },
    fixed: { contains: "a" },
  },
  list: {
    field: { type: "array", items: { type: "string" } },
    chosen: { kind: "choices", values: ["a"] },
    fixed: { is: "a", filled: true },
  },
  code: {
    field: { type: "string", "x-code": true },
    chosen: { kind: "choices", values: ["12"] },
    fixed: { in: ["12"] },
  },
  word: {
    field: { type: "string", "x-dictionary": "maker" },
    chosen: { kind: "choices", values: ["1", "2"] },
    fixed: { in: ["TOYOTA"] },
  },
  "empty text": {
    field: { type: "string" },
    filter: { kind: "empty" },
    chosen: { kind: "choices", values: ["empty"] },
    fixed: { filled: true },
  },
  "newer date": {
    field: { type: "string", format: "date" },
    filter: { kind: "newerThan" },
    chosen: { kind: "choices", values: ["3"] },
    fixed: { atLeast: "2023-11-20" },
  },
  "newer year": {
    field: { type: "integer" },
    filter: { kind: "newerThan" },
    chosen: { kind: "choices", values: ["3"] },
    fixed: { atLeast: 2023 },
  },
};

const sourceOf = (fields: RowSource["fields"]): RowSource => ({
  row: "sample",
  table: "samples",
  id: "id",
  extra: "extra",
  fields,
  scope: () => ({ owner: "anyone" }),
});

it("shows the SQL of the conditions of lists, by operator and storage", async () => {
  const queries = Object.entries(operators).flatMap(([name, sample]) => {
    const column =
      name === "word"
        ? ({ kind: "term", column: "value_id", dictionary: "maker" } as const)
        : ({ kind: "column", column: "value", day: "value_day" } as const);
    const row = {
      $id: "sample",
      type: "object" as const,
      properties: { value: sample.field },
      additionalProperties: false as const,
    };
    const inColumn = sourceOf({ value: column });
    const inExtra = sourceOf({});
    const { chosen, fixed, field, filter } = sample;
    const run =
      (condition: Condition): Run =>
      (trx) =>
        trx
          .selectFrom("lots as samples")
          .select("id")
          .where(condition)
          .execute();
    return Object.entries({ column: inColumn, extra: inExtra }).flatMap(
      ([storage, source]): [string, Run][] => {
        const test = testOf(chosen, {
          filter: { field: "value", ...filter },
          field,
          today: "2026-11-20",
        });
        const asked = filterCondition({ source, name: "value", field }, test);
        const held = whereConditions(source, row, [
          { field: "value", ...fixed },
        ]);
        // Only columns hold ids of words.
        const isStored = !("words" in test) || storage === "column";
        return [
          ...(isStored
            ? [[`${name} in ${storage}, chosen`, run(asked)] as [string, Run]]
            : []),
          ...held.map((condition): [string, Run] => [
            `${name} in ${storage}, fixed`,
            run(condition),
          ]),
        ];
      },
    );
  });
  const text = await documentOf(Object.fromEntries(queries));
  await expect(text).toMatchFileSnapshot("sql/conditions.sql");
});
