import { Readable } from "node:stream";
import fastify, { type FastifyBaseLogger } from "fastify";
import { afterAll, expect, it } from "vitest";
import { limitWork } from "../../../../server/platform/http/admission";
import { answerErrors } from "../../../../server/platform/http/answerErrors";
import { createLog } from "../../../../server/platform/log";
import { createMessages } from "../../../../server/platform/messages";
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
const log: FastifyBaseLogger = createLog("warn", {
  write: (line) => logged.push(line),
});
const app = fastify({ loggerInstance: log });
app.decorate("declaredRoutes", []);
app.decorate(
  "schemas",
  createSchemas([{ $id: "error-reply", type: "object" }]),
);
app.decorateRequest("language", "en");
answerErrors(app, createMessages({}));
limitWork(app, { most: 5 });
app.addHook("onRequest", ({ url, work }, _reply, done) => {
  if (url === "/late" && work?.deadline)
    work.deadline.endsAt = performance.now();
  done();
});
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

let finish: () => void = () => undefined;
const finished = new Promise<void>((resolve) => {
  finish = resolve;
});
route<{ Reply: object }>(app, {
  method: "GET",
  url: "/late",
  access: "public",
  reply: () => ({ type: "string" }),
  replyTypes: ["application/pdf"],
  summary: "Bytes that are ready after the deadline",
  handler: async (_request, reply) => {
    await finished;
    void reply.type("application/pdf");
    return Buffer.from("a page");
  },
});

it("sends no bytes that are ready after the deadline", async () => {
  const reply = await app.inject("/late");
  expect(reply.statusCode).toBe(503);
  finish();
  await new Promise(setImmediate);
  expect(logged).toEqual([]);
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
