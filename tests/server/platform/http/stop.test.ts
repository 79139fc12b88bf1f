import fastify from "fastify";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { drainWhenStopping } from "../../../../server/platform/http/stop";

it("finishes requests in flight, serves late ones, then stops listening", async () => {
  const app = fastify({ forceCloseConnections: "idle" });
  app.get("/slow", async () => {
    await pause(1_500);
    return { done: true };
  });
  app.get("/quick", () => ({ done: true }));
  const stop = drainWhenStopping(app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  const running = Array.from({ length: 10 }, () => get("/slow"));
  await get("/quick");
  const start = performance.now();
  const stopped = stop();
  const late = await get("/quick");
  expect(late.status).toBe(200);
  expect(late.headers.get("connection")).toBe("close");
  for (const reply of await Promise.all(running)) {
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ done: true });
  }
  await stopped;
  expect(performance.now() - start).toBeLessThan(10_000);
  await expect(get("/quick")).rejects.toThrow();
});
