import { expect, it } from "vitest";
import { setChecks } from "../../../../server/declare";
import { ProblemsFound } from "../../../../server/platform/problem";
import { compileSet } from "../../../../server/workspace/declared/compileSet";
import { exampleSources } from "../../../support/exampleSources";
import { edited } from "../mistakes/support";
import { fee, summedDepot, summedLists } from "./depotSums";

/** Returns the places and messages of the mistakes after an edit of the depot. */
function mistakesAfter(pointer: string, value: unknown): string[] {
  const schemas = [
    { file: "schemas/depot-fee.json", content: fee },
    {
      file: "schemas/depot.json",
      content: edited(structuredClone(summedDepot), {
        file: "",
        pointer,
        value,
      }),
    },
  ];
  const resources = Object.entries(summedLists).map(([name, list]) => ({
    file: `resources/${name}.json`,
    content: { $schema: "../schemas/meta/resource.json", ...list },
  }));
  try {
    compileSet({
      sources: {
        ...exampleSources,
        schemas: [...exampleSources.schemas, ...schemas],
        resources: [...exampleSources.resources, ...resources],
      },
      checks: setChecks,
    });
  } catch (error) {
    if (!(error instanceof ProblemsFound)) throw error;
    return error.problems.map(
      ({ pointer: place, message }) => `${place} ${message?.id ?? ""}`,
    );
  }
  return [];
}

const field = "/properties/total";
const step = `${field}/x-computed/steps/0`;

it("accepts a rule over records", () => {
  expect(mistakesAfter(`${field}/title`, "Total")).toEqual([]);
});

it.each([
  [
    "a text",
    `${field}/type`,
    ["string", "null"],
    `${field}/type`,
    "computedType",
  ],
  [
    "an enum without most",
    `${field}/enum`,
    [0, 1, null],
    `${field}/type`,
    "computedType",
  ],
  ["no base", `${field}/x-computed/base`, [], "=", "computedEmpty"],
  ["no step", `${field}/x-computed/steps`, [], "=", "computedEmpty"],
  ["a base of text", `${field}/x-computed/base/0`, "name", "=", "computedBase"],
  [
    "a computed base",
    `${field}/x-computed/base/0`,
    "rented",
    "=",
    "computedBase",
  ],
  ["an unknown table", `${step}/table`, "depot-fe", "=", "computedTable"],
  ["an unknown amount", `${step}/amount`, "amonut", "=", "computedTableField"],
  ["an amount of text", `${step}/amount`, "kind", "=", "computedTableField"],
  ["a band of text", `${step}/band`, "kind", "=", "computedTableField"],
  [
    "an unknown key",
    `${step}/match/0/field`,
    "knid",
    "=",
    "computedTableField",
  ],
  [
    "an unknown input",
    `${step}/match/0/is`,
    "knid",
    `${field}/x-computed/steps`,
    "computedInput",
  ],
  [
    "an input of a list",
    `${step}/match/0/is`,
    "services",
    `${field}/x-computed/steps`,
    "computedInput",
  ],
  ["a later step", `${step}/match/0/is`, "fee.kind", "=", "computedReference"],
  [
    "a second step with the same id",
    `${field}/x-computed/steps/1`,
    { id: "fee", table: "depot-fee", amount: "amount" },
    `${field}/x-computed/steps/1/id`,
    "nameTaken",
  ],
  [
    "an age without a limit",
    `${step}/age`,
    { of: "places" },
    "=",
    "computedAge",
  ],
  [
    "an age of a text",
    `${step}/age`,
    { of: "name", above: "amount" },
    `${field}/x-computed/steps`,
    "computedBase",
  ],
  [
    "an unknown limit",
    `${step}/age`,
    { of: "places", above: "mouths" },
    `${step}/age/above`,
    "computedTableField",
  ],
  ["a count of amounts", `${step}/count`, true, "=", "computedOneAmount"],
  ["a needed amount", `${step}/needed`, true, "=", "computedOneAmount"],
  [
    "a condition on an unknown field",
    `${step}/where`,
    { field: "knid", is: "yard" },
    `${step}/where/field`,
    "computedTableField",
  ],
  [
    "a condition on the reader",
    `${step}/where`,
    { any: [{ field: "role", is: "@role" }] },
    `${step}/where/any/0`,
    "computedWhere",
  ],
  [
    "a condition by order",
    `${step}/where`,
    { field: "amount", atLeast: 5 },
    "=",
    "computedWhere",
  ],
  [
    "a sum of areas with steps",
    `${field}/x-computed/ofArea`,
    "kind",
    `${field}/x-computed`,
    "computedMixed",
  ],
  [
    "a field of the row in place of the reader without an area",
    `${field}/x-computed/reader`,
    { me: "kind" },
    "=",
    "computedReader",
  ],
  [
    "a sum that no area has",
    `${field}/x-computed`,
    { ofArea: "kind" },
    `${field}/x-computed/ofArea`,
    "computedArea",
  ],
  [
    "an unknown field of the area",
    `${field}/x-computed`,
    { ofArea: "knid" },
    `${field}/x-computed/ofArea`,
    "computedInput",
  ],
  [
    "a required field",
    "/required/9",
    "total",
    `${field}/x-computed`,
    "computedStored",
  ],
])("reports %s", (_, pointer, value, reported, message) => {
  const place = reported === "=" ? pointer : reported;
  expect(mistakesAfter(pointer, value)).toContain(`${place} ${message}`);
});
