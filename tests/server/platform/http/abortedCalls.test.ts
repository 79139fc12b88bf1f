import { connect, type AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";
import { readLive, type LiveReader } from "../../../support/liveReader";
import { eventually } from "../../../support/eventually";

// With one slot, a single slot that is never given back blocks every call.
const server = await testApp({
  environment: { MAX_CONCURRENCY: "1", REQUESTS_PER_USER: "1" },
});
const { app } = server;
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;
const { cookies } = await signIn(server, "client");
const cookie = Object.entries(cookies)
  .map(([name, value]) => `${name}=${value}`)
  .join("; ");

const requestText = (
  url: string,
  { method = "GET", body = "", length = 0 } = {},
) =>
  [
    `${method} ${url} HTTP/1.1`,
    "Host: localhost",
    `Cookie: ${cookie}`,
    "Accept: */*",
    ...(body === ""
      ? []
      : [
          "Content-Type: application/json",
          `Content-Length: ${length || body.length}`,
        ]),
    "",
    body,
  ].join("\r\n");

/**
 * Sends a request over a connection of its own and destroys the connection
 * after `turns` turns of the event loop, or at the first byte of the answer.
 */
function abort(text: string, turns: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text);
      if (turns < Infinity) wait(turns);
    });
    const wait = (left: number) => {
      if (left <= 0) socket.destroy();
      else setImmediate(wait, left - 1);
    };
    socket.on("data", () => {
      socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      resolve();
    });
  });
}

/** Waits until a call, a page and a stream are answered again. */
async function expectAllFree(): Promise<void> {
  await eventually(async () => {
    const urls = ["/api/user/view-profile", "/", "/api/bid/type"];
    for (const url of urls)
      expect((await app.inject({ url, cookies })).statusCode).not.toBe(503);
  });
}

const opened: LiveReader[] = [];
afterAll(() => {
  for (const reader of opened) reader.cut();
});

const stages = [0, 1, 2, 3, 5, 8, 13, 30, Infinity];

describe("aborted calls", () => {
  it.each([
    ["a call", "/api/user/view-profile"],
    ["a list", "/api/auction/listing"],
    ["a page", "/car-auction"],
    ["an unknown file", "/assets/none.js"],
    ["a photo", "/api/photos/none.svg"],
    ["a texts file", "/locales/en.json"],
    ["a stream", "/api/live"],
    ["an export", "/api/auction/listing/export?format=csv"],
    ["the OpenAPI document", "/api/openapi.json"],
    ["the documentation page", "/api/docs"],
    ["a readiness check", "/api/ready"],
  ])("of %s leave every slot free", async (_kind, url) => {
    for (const turns of stages) await abort(requestText(url), turns);
    await Promise.all(stages.map((turns) => abort(requestText(url), turns)));
    await expectAllFree();
    // A reader who leaves is no fault of the server.
    expect(server.logged()).not.toContain("a page was sent without data");
  });

  it("with a body leave every slot free, whether or not it was complete", async () => {
    const body = JSON.stringify({ language: 692 });
    const url = "/api/user/update-setting";
    const whole = requestText(url, { method: "PUT", body });
    const half = requestText(url, { method: "PUT", body, length: 1_000 });
    for (const turns of stages) await abort(whole, turns);
    for (const turns of stages.slice(0, -1)) await abort(half, turns);
    await expectAllFree();
  });

  it("of streams leave the user's twenty streams free", async () => {
    for (let count = 0; count < 25; count += 1)
      await abort(requestText("/api/live"), count % 2 ? Infinity : count);
    await eventually(
      async () => {
        const reader = await readLive({ port, cookies });
        expect(reader.status).toBe(200);
        opened.push(reader);
        expect(opened).toHaveLength(20);
      },
      { interval: 1 },
    );
  });
});
