import fastify from "fastify";
import { afterAll, expect, it } from "vitest";
import { route } from "../../../../server/platform/http/route";
import {
  createSchemas,
  type JsonSchema,
} from "../../../../server/platform/schemas";

const rowOf = (doors: JsonSchema): JsonSchema => ({
  $id: "row",
  type: "object",
  properties: { doors },
});
const schemas = createSchemas([rowOf({ type: "integer" })]);
const app = fastify();
app.decorate("declaredRoutes", []);
app.decorate("schemas", schemas);
afterAll(() => app.close());

let meanwhile: () => void = () => undefined;
route<{ Reply: object }>(app, {
  method: "GET",
  url: "/row",
  access: "public",
  reply: "row",
  summary: "A row that is edited while it is read",
  handler: async () => {
    const row = { doors: 4, secret: 1 };
    await new Promise(setImmediate);
    meanwhile();
    return row;
  },
});

it("writes a reply by the schema that its call was begun with", async () => {
  meanwhile = () => {
    schemas.replace("row", rowOf({ type: "array", items: { type: "string" } }));
  };
  const reply = await app.inject("/row");
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(reply.body).toBe('{"doors":4}');
});

it("writes the next one by the edited schema", async () => {
  meanwhile = () => undefined;
  schemas.replace("row", rowOf({ type: "string" }));
  const reply = await app.inject("/row");
  expect(reply.body).toBe('{"doors":"4"}');
});
