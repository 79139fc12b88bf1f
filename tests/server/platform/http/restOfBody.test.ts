import fastify from "fastify";
import { connect, type AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { failure } from "../../../../server/platform/errors";
import { limitWork } from "../../../../server/platform/http/admission";
import { answerErrors } from "../../../../server/platform/http/answerErrors";
import { readRestOfBodies } from "../../../../server/platform/http/bodies";
import { createMessages } from "../../../../server/platform/messages";
import { until } from "../../../support/eventually";

const app = fastify();
afterAll(() => app.close());

it("gives no slot to the rest of a body that was refused", async () => {
  app.decorateRequest("language", "en");
  answerErrors(app, createMessages({}));
  readRestOfBodies(app);
  limitWork(app, { most: 1 });
  let refused = 0;
  app.addHook("onRequest", async ({ headers }) => {
    if (headers["x-user"] !== undefined) return;
    refused += 1;
    throw failure("unauthorized");
  });
  app.post("/work", () => "done");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  // Of this connection the rest is read before the answer is sent.
  const slow = connect(port, "127.0.0.1", () => {
    slow.write(
      "POST /work HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    );
  });
  slow.on("error", () => undefined);
  await until(() => refused === 1);
  const { statusCode } = await app.inject({
    method: "POST",
    url: "/work",
    headers: { "x-user": "7" },
  });
  expect(statusCode).toBe(200);
  slow.destroy();
});
