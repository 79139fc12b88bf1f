import fastify from "fastify";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { drainWhenStopping } from "../../../../server/platform/http/stop";
import { until } from "../../../support/eventually";

it("finishes requests in flight, serves late ones, then stops listening", async () => {
  const app = fastify({ forceCloseConnections: "idle" });
  let running = 0;
  let finish: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.get("/slow", async () => {
    running += 1;
    await isOver;
    return { done: true };
  });
  app.get("/quick", () => ({ done: true }));
  const stop = drainWhenStopping(app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  const inFlight = Array.from({ length: 10 }, () => get("/slow"));
  await until(() => running === 10);
  const stopped = stop();
  const late = await get("/quick");
  expect(late.status).toBe(200);
  expect(late.headers.get("connection")).toBe("close");
  await until(() => !app.server.listening);
  finish();
  for (const reply of await Promise.all(inFlight)) {
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ done: true });
  }
  await stopped;
  await expect(get("/quick")).rejects.toThrow();
});
