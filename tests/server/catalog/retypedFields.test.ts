import { beforeAll, describe, expect, it } from "vitest";
import type { Field } from "../../../domain/resource";
import { signIn } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  carLot,
  catalogApp,
  rowsOf,
  type CatalogApp,
} from "./support/catalogApp";

/** The largest number of fields in a column. */
const mostFields = 8;

/** Values that a field of an earlier type may have stored. */
const leftovers: readonly unknown[] = [
  "soon",
  "",
  "7",
  7,
  1.5,
  1e300,
  true,
  "A",
  "2026-11-20",
  "2026-11-20T10:00:00+09:00",
  "2026-11-20T23:00:00Z",
  "2026-99-99",
  [],
  ["A", 7, null],
  [["A"]],
  { A: 1 },
];

/** The types that a field can change to, with valid values and a filter. */
const types: readonly [string, Field, readonly unknown[], string][] = [
  [
    "text",
    { type: ["string", "null"] },
    leftovers.filter((one) => typeof one === "string"),
    "so",
  ],
  ["integer", { type: ["integer", "null"] }, [7, 1e300], "1,9"],
  ["number", { type: ["number", "null"] }, [7, 1.5, 1e300], "1.5,9"],
  ["boolean", { type: ["boolean", "null"] }, [true], "1"],
  [
    "choice",
    { type: ["string", "null"], enum: ["A", "7", null] },
    ["7", "A"],
    "A",
  ],
  [
    "numericChoice",
    { type: ["integer", "null"], enum: [7, 8, null] },
    [7],
    "7",
  ],
  [
    "day",
    { type: ["string", "null"], format: "date" },
    ["2026-11-20"],
    "2026-11-20,",
  ],
  [
    "moment",
    { type: ["string", "null"], format: "date-time" },
    ["2026-11-20T10:00:00+09:00"],
    ",2026-11-20",
  ],
  [
    "list",
    { type: ["array", "null"], items: { type: "string" } },
    [[], ["A"], []],
    "A",
  ],
  ["whole", { type: "integer" }, [7, 1e300], "1,9"],
];

describe("a field that had another type when its lots were imported", () => {
  const copy = declaredCopy();
  let test: CatalogApp;

  beforeAll(async () => {
    const names = types.map(([name]) => name);
    test = await catalogApp(
      leftovers.map((value, index) =>
        carLot(
          String(100 + index),
          Object.fromEntries(names.map((name) => [name, value])),
        ),
      ),
      copy,
    );
    copy.editRow("lot", ({ properties }) => {
      for (const [name, field] of types) properties[name] = field;
    });
    copy.editResource("car-auction", ({ columns, filters, sorts }) => {
      columns.push({ id: "retyped", fields: names.slice(0, mostFields) });
      columns.push({ id: "others", fields: names.slice(mostFields) });
      filters.push(...names.map((field) => ({ field })));
      sorts.push(...names.map((id) => ({ id, field: id })));
    });
    await test.context.declarations.reload();
    expect(test.context.workspace.resource("car-auction").sorts).toContainEqual(
      { id: "whole", field: "whole" },
    );
  });

  const isOf = (values: readonly unknown[], value: unknown) =>
    values.some((one) => JSON.stringify(one) === JSON.stringify(value));

  it.each(types)(
    "is shown as %s where it fits, else empty",
    async (name, field, fitting) => {
      const answer = await test.get("/auction/listing?pageSize=50");
      expect(answer.status).toBe(200);
      const shown = rowsOf(answer).map((row) => row[name]);
      const filled = shown.filter(
        (value) => value !== null && value !== undefined,
      );
      expect(filled).toHaveLength(fitting.length);
      expect(filled.every((value) => isOf(fitting, value))).toBe(true);
      const empty = shown.filter((value) => value == null);
      const expected = field.type === "integer" ? undefined : null;
      expect(new Set(empty)).toEqual(new Set([expected]));
    },
  );

  it.each(types)(
    "is filtered, counted and sorted as %s",
    async (name, _field, fitting, filter) => {
      const found = await test.get(
        `/auction/listing?pageSize=50&${name}=${filter}`,
      );
      expect(found.status).toBe(200);
      const rows = rowsOf(found);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(isOf(fitting, row[name])).toBe(true);
      const facets = await test.get(`/auction/filters?${name}=${filter}`);
      expect(facets.status).toBe(200);
      expect(facets.body.totalSearchResults).toBe(rows.length);
      for (const order of ["ASC", "DESC"]) {
        const sorted = await test.get(
          `/auction/listing?pageSize=50&sort=${name}&order=${order}`,
        );
        expect(sorted.status).toBe(200);
        const values = rowsOf(sorted).map((row) => row[name] ?? null);
        const isEmpty = (value: unknown) =>
          value === null || (Array.isArray(value) && value.length === 0);
        const firstEmpty = values.findIndex(isEmpty);
        expect(values.slice(firstEmpty).every(isEmpty)).toBe(true);
      }
    },
  );

  it("breaks neither the page of a lot nor an export", async () => {
    for (const index of leftovers.keys()) {
      const id = await test.idOf(String(100 + index));
      const detail = await test.get(`/auction/detail?id=${id}`);
      expect(detail.status).toBe(200);
    }
    const { cookies } = await signIn(test, "client");
    const file = await test.call({
      url: "/api/auction/listing/export?format=csv&columns=lot,retyped",
      cookies,
    });
    expect(file.statusCode).toBe(200);
    expect(file.body.trimEnd().split("\r\n")).toHaveLength(
      leftovers.length + 1,
    );
  });
});
