import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json } from "../../../domain/declarations/json";
import { rewriteJson } from "../../../server/workshop/exportPublished";

const text = `{
  "table": "simple",

  "columns": [
    { "id": "lot",   "fields": ["lotNo"] },
    { "id": "price", "fields": ["startPrice"], "width": 100 }
  ]
}
`;

it("keeps the layout of everything but the changed value", () => {
  const value = JSON.parse(text) as { columns: { width?: number }[] };
  const [, price] = value.columns;
  if (price) price.width = 120;
  expect(rewriteJson(text, value as Json)).toBe(text.replace("100", "120"));
});

it("keeps the layout of the other entries if one is added", () => {
  const value = JSON.parse(text) as { columns: object[] };
  value.columns.splice(1, 0, { id: "year", fields: ["year"] });
  expect(rewriteJson(text, value as Json)).toBe(`{
  "table": "simple",

  "columns": [
    { "id": "lot",   "fields": ["lotNo"] },
    {
      "id": "year",
      "fields": ["year"]
    },
    { "id": "price", "fields": ["startPrice"], "width": 100 }
  ]
}
`);
});

it("turns any JSON text into any other value", () => {
  const key = fc.constantFrom("id", "field", "a", "b");
  const { node } = fc.letrec<{ node: Json }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>("a", "b", 1, true, null),
      fc.array(tie("node"), { maxLength: 3 }),
      fc.dictionary(key, tie("node"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(node, node, (before, after) => {
      const rewritten = rewriteJson(JSON.stringify(before, null, 2), after);
      expect(JSON.parse(rewritten)).toEqual(after);
    }),
  );
});
