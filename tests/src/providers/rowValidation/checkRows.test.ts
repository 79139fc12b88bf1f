import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import type { Validate } from "../../../../domain/fieldProblem";
import { checkRows } from "../../../../src/providers/rowValidation/checkRows";

const ajv = new Ajv({ allErrors: true, strict: false });
const check: Validate = ajv.compile({
  type: "object",
  required: ["lotNo"],
  properties: {
    lotNo: { type: "string", maxLength: 5 },
    year: { type: ["integer", "null"], enum: [2015, 2016, null] },
    images: { type: "array", items: { type: "string" } },
    "a/b~c": { type: "object", required: ["x"] },
  },
});

const checked = (...rows: unknown[]) =>
  checkRows({ rows, key: "bidId", first: 41, check });

const faultsOf = (row: object) =>
  checked({ bidId: "9", ...row }).problems[0]?.faults.map(
    ({ path, keyword, value }) => [path.join(" "), keyword, value],
  );

describe("rows of a reply", () => {
  it("are returned under their key if they match the schema", () => {
    const row = { bidId: "9", id: "7", lotNo: "60012", unknown: 1 };
    const other = { bidId: 8, lotNo: "60013" };
    expect(checked(row, other)).toEqual({
      data: [
        { id: "9", row },
        { id: "8", row: other },
      ],
      problems: [],
    });
  });

  it("are reported with position, key and faults if they do not", () => {
    const { data, problems } = checked(
      { bidId: "1", lotNo: "1" },
      { bidId: "2", lotNo: "1", year: "2015" },
    );
    expect(data.map(({ id }) => id)).toEqual(["1"]);
    expect(problems).toEqual([
      {
        place: 42,
        key: "2",
        faults: [
          {
            path: ["year"],
            keyword: "type",
            params: { type: ["integer", "null"] },
            value: "2015",
          },
        ],
      },
    ]);
  });

  it("have faults with the path of missing fields, list items and odd names", () => {
    expect(faultsOf({})).toEqual([["lotNo", "required", undefined]]);
    expect(faultsOf({ lotNo: "1", images: ["a", 5] })).toEqual([
      ["images 1", "type", 5],
    ]);
    expect(faultsOf({ lotNo: "1", "a/b~c": {} })).toEqual([
      ["a/b~c x", "required", undefined],
    ]);
  });

  it("have one fault for each value and a limited number of faults", () => {
    expect(faultsOf({ lotNo: "123456", year: "x" })).toEqual([
      ["lotNo", "maxLength", "123456"],
      ["year", "type", "x"],
    ]);
    const images = Array.from({ length: 500 }, () => 1);
    expect(faultsOf({ lotNo: "1", images })).toHaveLength(20);
  });

  it("are never shown without a key or when they are no objects", () => {
    for (const check of [null, () => true])
      for (const row of [
        null,
        5,
        "row",
        [],
        {},
        { bidId: "" },
        { bidId: {} },
      ]) {
        const found = checkRows({ rows: [row], key: "bidId", first: 1, check });
        expect(found.data).toEqual([]);
        expect(found.problems).toMatchObject([{ place: 1, key: null }]);
      }
    expect(checked({ lotNo: "1" }).problems[0]?.faults).toMatchObject([
      { path: ["bidId"], keyword: "key" },
    ]);
  });
});
