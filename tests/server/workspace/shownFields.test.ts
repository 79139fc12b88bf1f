import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAjv } from "../../../server/platform/schemas/ajv";
import {
  whenFaults,
  withConditions,
} from "../../../server/platform/schemas/shownFields";

/** The fields of an entry: a company has a name, and its number if it is known. */
const schema = {
  type: "object",
  additionalProperties: false,
  required: ["kind", "company", "number"],
  properties: {
    kind: { type: "string", enum: ["person", "company"] },
    isKnown: { type: "boolean" },
    company: {
      type: ["string", "null"],
      "x-when": { field: "kind", in: ["company"] },
    },
    number: {
      type: ["string", "null"],
      "x-when": [
        { field: "company", filled: true },
        { field: "isKnown", in: [true] },
      ],
    },
  },
};

/** Written without the code under test: what a person may send. */
function isAllowed(body: Record<string, unknown>): boolean {
  const { kind, company, number, isKnown } = body;
  if (kind !== "person" && kind !== "company") return false;
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === "";
  if (kind === "person") return isEmpty(company) && isEmpty(number);
  if (company === undefined) return false;
  const asksNumber = !isEmpty(company) && isKnown === true;
  return asksNumber ? number !== undefined : isEmpty(number);
}

const text = fc.constantFrom("", "Seriba", null);
const bodies = fc.record(
  {
    kind: fc.constantFrom("person", "company"),
    isKnown: fc.boolean(),
    company: text,
    number: text,
  },
  { requiredKeys: [] },
);

describe("a schema with conditions", () => {
  const validate = createAjv().compile(withConditions(schema));
  const ofList = createAjv().compile(
    withConditions({ type: "array", items: schema }),
  );

  it("accepts hidden fields only without a value, and requires only shown ones", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(validate(body)).toBe(isAllowed(body));
        expect(ofList([body])).toBe(isAllowed(body));
      }),
      { verbose: true },
    );
  });

  it("require a field with x-requiredWhen exactly while its conditions are met and it is shown", () => {
    const reason = {
      type: ["string", "null"],
      "x-when": { field: "isKnown", is: true },
      "x-requiredWhen": { field: "kind", is: "person" },
    };
    const { kind, isKnown } = schema.properties;
    const validateReason = createAjv().compile(
      withConditions({ type: "object", properties: { kind, isKnown, reason } }),
    );
    const values = fc.record(
      {
        kind: fc.constantFrom("person", "company"),
        isKnown: fc.boolean(),
        reason: text,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, (body) => {
        const hasReason = (body.reason ?? "") !== "";
        const isFit = body.isKnown
          ? hasReason || body.kind !== "person"
          : !hasReason;
        expect(validateReason(body)).toBe(isFit);
      }),
      { verbose: true },
    );
  });

  it("leaves a schema without conditions as it is", () => {
    const plain = { type: "object", properties: { when: { type: "string" } } };
    expect(withConditions(plain)).toBe(plain);
  });
});

describe("the check of conditions", () => {
  const reasonsOf = (when: unknown, other: object = {}) =>
    [
      ...whenFaults({
        $id: "port",
        properties: {
          id: { type: "string", "x-core": true },
          kind: { type: "string", enum: ["yard", "port"], ...other },
          depth: { type: "integer", "x-when": when },
        },
      }),
    ].map(({ pointer, message }) => `${pointer} ${message?.id ?? ""}`);

  it("names the place and the reason of each mistake", () => {
    const at = "/properties/depth/x-when";
    expect(reasonsOf({ field: "kind", in: ["port"] })).toEqual([]);
    expect(reasonsOf({ field: "kin", in: ["port"] })).toEqual([
      `${at}/field unknownField`,
    ]);
    expect(reasonsOf({ field: "id", filled: true })).toEqual([
      `${at}/field unknownField`,
    ]);
    expect(reasonsOf([{ field: "kind", in: ["port", "prot"] }])).toEqual([
      `${at}/0/in/1 whereValue`,
    ]);
    expect(reasonsOf({ field: "kind" })).toEqual([
      `${at} conditionComparesNothing`,
    ]);
  });

  it("refuses conditions that lead back to their own field", () => {
    const circle = { "x-when": { field: "depth", filled: true } };
    expect(reasonsOf({ field: "kind", filled: true }, circle)).toEqual([
      "/properties/kind/x-when whenCircle",
      "/properties/depth/x-when whenCircle",
    ]);
  });
});
