import { Readable } from "node:stream";
import fastify, { type FastifyBaseLogger } from "fastify";
import { afterAll, expect, it } from "vitest";
import { createLog } from "../../../../server/platform/log";
import { route } from "../../../../server/platform/http/route";
import {
  createSchemas,
  type JsonSchema,
} from "../../../../server/platform/schemas/registry";

const rowOf = (doors: JsonSchema): JsonSchema => ({
  $id: "row",
  type: "object",
  properties: { doors },
});
let row = rowOf({ type: "integer" });
const logged: string[] = [];
const log: FastifyBaseLogger = createLog("error", {
  write: (line) => logged.push(line),
});
const app = fastify({ loggerInstance: log });
app.decorate("declaredRoutes", []);
app.decorate("schemas", createSchemas([]));
afterAll(() => app.close());

let meanwhile: () => void = () => undefined;
route<{ Reply: object }>(app, {
  method: "GET",
  url: "/row",
  access: "public",
  reply: () => row,
  summary: "A row whose schema changes during the request",
  handler: async () => {
    await new Promise(setImmediate);
    meanwhile();
    return { doors: 4, secret: 1 };
  },
});

route<{ Reply: never }>(app, {
  method: "GET",
  url: "/file",
  access: "public",
  reply: () => ({ type: "string" }),
  summary: "A reply that the handler sends itself",
  handler: async (_request, reply) =>
    reply.type("text/csv").send(Readable.from(["a,b"])),
});

it("keeps a reply that its handler has sent", async () => {
  const reply = await app.inject("/file");
  expect(reply.body).toBe("a,b");
  expect(reply.headers["content-type"]).toBe("text/csv");
  // The handler goes on when its reply has ended.
  await new Promise(setImmediate);
  expect(logged).toEqual([]);
});

it("serializes a reply by the schema that was current when the request began", async () => {
  meanwhile = () => {
    row = rowOf({ type: "array", items: { type: "string" } });
  };
  const reply = await app.inject("/row");
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(reply.body).toBe('{"doors":4}');
});

it("serializes the next reply by the edited schema", async () => {
  meanwhile = () => undefined;
  row = rowOf({ type: "string" });
  const reply = await app.inject("/row");
  expect(reply.body).toBe('{"doors":"4"}');
});
