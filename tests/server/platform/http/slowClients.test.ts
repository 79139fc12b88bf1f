import { connect, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";

const server = await testApp();
await server.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.app.server.address() as AddressInfo;

/** Sends the start of a request; resolves when the server disconnects. */
function trickle(beginning: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(beginning));
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.on("close", () => {
      resolve(performance.now() - start);
    });
  });
}

const headers = "POST /api/auth HTTP/1.1\r\nHost: localhost\r\n";
const body = `${headers}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;

/** Uploads a file over a slow line, piece by piece until `isOver`. */
function uploadSlowly(cookie: string, isOver: AbortSignal): Promise<string> {
  const piece = Buffer.alloc(5_000, "content ");
  const pieces = 200;
  return new Promise((resolve) => {
    let reply = "";
    let sent = 0;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `POST /api/files?name=slow.pdf HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${9 + pieces * piece.length}\r\n\r\n%PDF-1.7\n`,
      );
      next();
    });
    const next = () => {
      while (isOver.aborted && sent < pieces) {
        socket.write(piece);
        sent += 1;
      }
      if (sent === pieces || socket.destroyed) return;
      socket.write(piece);
      sent += 1;
      setTimeout(next, 200);
    };
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      reply += chunk.toString();
    });
    socket.on("close", () => resolve(reply));
  });
}

const rss = () => process.memoryUsage().rss;

it("disconnects slow senders within ten seconds, but not uploads, and serves others", async () => {
  const before = rss();
  const slow = [
    ...Array.from({ length: 150 }, () => trickle(headers)),
    ...Array.from({ length: 150 }, () => trickle(body)),
  ];
  const over = new AbortController();
  const { cookies } = await signIn(server, "client");
  const upload = uploadSlowly(
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; "),
    over.signal,
  );
  const all = Promise.all(slow).finally(() => {
    over.abort();
  });
  const probes: number[] = [];
  while (!over.signal.aborted) {
    const start = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(reply.status).toBe(200);
    probes.push(performance.now() - start);
    await pause(20);
  }
  for (const milliseconds of await all)
    expect(milliseconds).toBeLessThan(10_000);
  expect(await upload).toMatch(/^HTTP\/1\.1 200/);
  probes.sort((left, right) => left - right);
  expect(probes[Math.floor(probes.length * 0.99)]).toBeLessThan(500);
  expect(rss() - before).toBeLessThan(100 * 1024 * 1024);
});
