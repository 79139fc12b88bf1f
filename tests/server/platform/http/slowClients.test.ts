import { connect, type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";

/**
 * A quarter of the real times, so that a busy machine is not taken for a slow
 * sender; bench/slowLines.ts measures with the real ones.
 */
const server = await testApp({
  timeouts: { headers: 1_250, body: 2_000, request: 120_000, interval: 25 },
});
await server.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.app.server.address() as AddressInfo;

/** Sends the start of a request; resolves when the server disconnects. */
const trickle = (beginning: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(beginning));
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.on("close", () => {
      resolve();
    });
  });

const headers = "POST /api/auth HTTP/1.1\r\nHost: localhost\r\n";
const body = `${headers}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;

/** Uploads the beginning of a file, and the rest when `rest` resolves. */
function uploadSlowly(cookie: string, rest: Promise<unknown>): Promise<string> {
  const content = Buffer.alloc(1_000_000, "content ");
  return new Promise((resolve) => {
    let reply = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `POST /api/files?name=slow.pdf HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${9 + content.length}\r\n\r\n%PDF-1.7\n`,
      );
      void rest.then(() => socket.write(content));
    });
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      reply += chunk.toString();
    });
    socket.on("close", () => resolve(reply));
  });
}

it("disconnects slow senders, but not slow uploads, and serves others", async () => {
  const { cookies } = await signIn(server, "client");
  const slow = Promise.all([
    ...Array.from({ length: 150 }, () => trickle(headers)),
    ...Array.from({ length: 150 }, () => trickle(body)),
  ]);
  const upload = uploadSlowly(
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; "),
    // This body begins later than the upload and is cut before the upload ends.
    slow.then(() => trickle(body)),
  );
  for (let count = 0; count < 20; count += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(reply.status).toBe(200);
  }
  await slow;
  expect(await upload).toMatch(/^HTTP\/1\.1 200/);
});
