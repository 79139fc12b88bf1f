import { connect, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "../server/app";
import { areas } from "../server/areas";
import { openAreas } from "../server/workspace/openAreas";
import { createContext } from "../server/createContext";
import { seedDemoAccounts } from "../tests/support/demoAccounts";
import { demoPassword } from "../server/identity";

const uploadBytes = 20_000_000;
const bitsPerSecond = 256_000;
const slowSenders = 150;
/** The first bytes of a PDF, by which the server knows the type. */
const start = Buffer.from("%PDF-1.7\n");

/**
 * An upload of 20 MB at 256 kbit/s, which takes ten and a half minutes, and
 * beside it senders who never finish their headers or their JSON. Prints after how
 * many seconds the server cuts them, how it answers other requests, and by how much
 * its memory grows.
 */
export async function benchSlowLines(): Promise<string> {
  const context = await createContext({
    DATA_DIRECTORY: ":memory:",
    LOG_LEVEL: "silent",
  });
  await seedDemoAccounts(context);
  const app = await buildApp(openAreas(context, areas));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const before = process.memoryUsage().rss;
  const cookie = await signIn(port);
  const upload = uploadSlowly(port, cookie);
  const headers = "POST /api/auth HTTP/1.1\r\nHost: localhost\r\n";
  const body = `${headers}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const over = new AbortController();
  const cut = Promise.all(
    [headers, body].map(async (beginning) => {
      const all = Array.from({ length: slowSenders }, () =>
        secondsUntilCut(port, beginning),
      );
      return Math.max(...(await Promise.all(all)));
    }),
  ).finally(() => {
    over.abort();
  });
  const probes: number[] = [];
  while (!over.signal.aborted) {
    const sent = performance.now();
    await fetch(`http://127.0.0.1:${port}/api/health`);
    probes.push(performance.now() - sent);
    await pause(20);
  }
  const [slowHeaders = 0, slowBodies = 0] = await cut;
  const grown = (process.memoryUsage().rss - before) / 1_000_000;
  probes.sort((left, right) => left - right);
  const p99 = probes[Math.floor(probes.length * 0.99)] ?? 0;
  const { status, seconds } = await upload;
  await app.close();
  await context.database.close();
  return [
    `slow headers cut after ${slowHeaders.toFixed(1)} s, slow JSON after ${slowBodies.toFixed(1)} s`,
    `others answered in ${p99.toFixed(0)} ms (p99), memory +${grown.toFixed(0)} MB`,
    `upload of ${uploadBytes / 1_000_000} MB at ${bitsPerSecond / 1000} kbit/s: ${status} after ${seconds.toFixed(0)} s`,
  ].join("\n");
}

async function signIn(port: number): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: "client@seriba.test",
      password: demoPassword,
    }),
  });
  return reply.headers
    .getSetCookie()
    .map((entry) => entry.split(";")[0])
    .join("; ");
}

/** Sends the start of a request and nothing more. */
function secondsUntilCut(port: number, beginning: string): Promise<number> {
  const sent = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(beginning));
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.on("close", () => {
      resolve((performance.now() - sent) / 1000);
    });
  });
}

async function uploadSlowly(
  port: number,
  cookie: string,
): Promise<{ status: string; seconds: number }> {
  const sent = performance.now();
  let reply = "";
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    reply += chunk.toString();
  });
  const closed = new Promise((resolve) => {
    socket.on("close", resolve);
  });
  socket.write(
    `POST /api/files?name=slow.pdf HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${uploadBytes}\r\n\r\n`,
  );
  socket.write(start);
  const piece = Buffer.alloc(bitsPerSecond / 8, "content ");
  for (let rest = uploadBytes - start.length; rest > 0; rest -= piece.length) {
    if (socket.destroyed) break;
    socket.write(piece.subarray(0, rest));
    await pause(1_000);
  }
  await closed;
  const [status = "no answer"] = reply.split("\r\n");
  return { status, seconds: (performance.now() - sent) / 1000 };
}
