import type { ErrorObject } from "ajv";
import { describe, expect, it } from "vitest";
import {
  faultsOf,
  schemaFaults,
} from "../../../server/platform/schemas/schemaFaults";

const numbers = {
  $id: "numbers",
  type: "object",
  additionalProperties: { type: "integer", minimum: 5 },
};
const manyTexts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, "x"]));

describe("the mistakes of a file", () => {
  it("are at most 50", () => {
    const content = manyTexts(1_000);
    expect(schemaFaults({ schema: numbers, content })).toHaveLength(50);
  });

  it("are found in linear time", () => {
    let reads = 0;
    const errorAt = (place: number): ErrorObject => ({
      keyword: place % 2 === 0 ? "type" : "minimum",
      get instancePath() {
        reads += 1;
        return `/a${place}`;
      },
      schemaPath: "",
      params: { type: "integer" },
      schema: "integer",
      parentSchema: numbers.additionalProperties,
      data: "x",
    });
    const count = 2_000;
    faultsOf(Array.from({ length: count }, (_, place) => errorAt(place)));
    expect(reads).toBeLessThan(10 * count);
  });
});
