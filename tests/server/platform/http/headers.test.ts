import fastify from "fastify";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../../../server/platform/config";
import { addHeaders } from "../../../../server/platform/http/headers";
import { refuseSeveralHosts } from "../../../../server/platform/http/server";
import { answerErrors } from "../../../../server/platform/http/answerErrors";
import { createMessages } from "../../../../server/platform/messages";

const app = fastify();
app.decorateRequest("language", "en");
answerErrors(app, createMessages({}));
refuseSeveralHosts(app);
await addHeaders(app, readConfig({ NODE_ENV: "test" }));
app.get("/*", () => "page");
afterAll(() => app.close());

const framing = async (url: string) => {
  const { headers } = await app.inject({ url });
  const policy = String(headers["content-security-policy"]);
  return {
    frame: headers["x-frame-options"],
    ancestors: /frame-ancestors [^;]*/.exec(policy)?.[0],
    scripts: /script-src [^;]*/.exec(policy)?.[0],
  };
};

it("lets a page of the own origin frame the workshop's preview", async () => {
  expect(await framing("/workspace/preview/car-auction?year=2015")).toEqual({
    frame: "SAMEORIGIN",
    ancestors: "frame-ancestors 'self'",
    scripts: "script-src 'self'",
  });
});

it.each([
  "/",
  "/workspace",
  "/workspace/car-auction",
  "/workspace/previews",
  "/api/workspace/preview",
  "/car-auction?to=/workspace/preview/car-auction",
])("forbids framing any other page: %s", async (url) => {
  expect(await framing(url)).toEqual({
    frame: "DENY",
    ancestors: "frame-ancestors 'none'",
    scripts: "script-src 'self'",
  });
});

it.each([
  ["Host: a.test", 200],
  ["Host: a.test\r\nHost: b.test", 400],
  ["Host: a.test\r\nHOST: a.test", 400],
  ["Host: a.test\r\nX-Name: host\r\nX-Other: host", 200],
])("answers a request with %j by %i", async (headers, status) => {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET / HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});
