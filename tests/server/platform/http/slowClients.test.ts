import { connect, type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { testApp } from "../../../support/app";

const server = await testApp();
await server.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.app.server.address() as AddressInfo;

/** Sends a beginning and then nothing; resolves when the server cuts it. */
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

it("cuts slow headers and slow bodies within ten seconds, and serves others meanwhile", async () => {
  const slow = [
    ...Array.from({ length: 150 }, () => trickle(headers)),
    ...Array.from({ length: 150 }, () => trickle(body)),
  ];
  const over = new AbortController();
  const all = Promise.all(slow).finally(() => {
    over.abort();
  });
  const probes: number[] = [];
  while (!over.signal.aborted) {
    const start = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(reply.status).toBe(200);
    probes.push(performance.now() - start);
  }
  for (const milliseconds of await all)
    expect(milliseconds).toBeLessThan(10_000);
  const sorted = probes.sort((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThan(500);
});
