import fastify from "fastify";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../../../server/platform/config";
import { addHeaders } from "../../../../server/platform/http/headers";

const app = fastify();
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
