import { sql } from "kysely";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { signIn, testApp, type TestApp } from "../../../support/app";
import { until } from "../../../support/eventually";
import { readLive } from "../../../support/liveReader";

const token = "scrape-2f6c1d9e8b7a4053";
const environment = { METRICS_TOKEN: token };
const accept = "text/plain";

const scrape = async ({ app }: Pick<TestApp, "app">) => {
  const reply = await app.inject({
    url: "/metrics",
    headers: { accept, authorization: `Bearer ${token}` },
  });
  expect(reply.statusCode).toBe(200);
  return reply;
};

/** Resolves once the metrics have all of these lines. */
const shows = (server: TestApp, ...samples: string[]) =>
  until(async () => {
    const lines = new Set((await scrape(server)).body.split("\n"));
    return samples.every((sample) => lines.has(sample));
  });

describe("metrics", async () => {
  const server = await testApp({ environment });
  const { app, context } = server;

  it.each([
    ["without a token", {}],
    ["with another token", { authorization: `Bearer ${token}x` }],
    [
      "with the start of the token",
      { authorization: "Bearer scrape-2f6c1d9e" },
    ],
    ["with an empty token", { authorization: "Bearer " }],
    ["with another scheme", { authorization: `Basic ${token}` }],
  ])("are refused %s", async (_name, headers) => {
    for (const method of ["GET", "HEAD"] as const) {
      const reply = await app.inject({ method, url: "/metrics", headers });
      expect(reply.statusCode).toBe(401);
      expect(reply.headers).not.toHaveProperty("www-authenticate");
      expect(reply.body).not.toContain("seriba_");
    }
    const reply = await app.inject({ url: "/metrics", headers });
    expect(reply.json()).toMatchObject({ messageCode: "unauthorized" });
    expect(Object.keys(reply.json<object>()).toSorted()).toEqual([
      "message",
      "messageCode",
      "requestId",
      "success",
    ]);
  });

  it.each(["OPTIONS", "POST", "PUT", "DELETE"] as const)(
    "have no other method: %s",
    async (method) => {
      const headers = { accept, authorization: `Bearer ${token}` };
      const reply = await app.inject({ method, url: "/metrics", headers });
      expect(reply.statusCode).toBe(404);
    },
  );

  it("are sent to callers with the token and never cached", async () => {
    const { headers, body } = await scrape(server);
    expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toContain("process_resident_memory_bytes ");
    expect(body).toContain("nodejs_eventloop_lag_p99_seconds ");
    expect(body).toContain(
      context.database.kind === "server"
        ? 'seriba_database_pool_most{pool="reads"} 12'
        : 'seriba_database_queue{priority="reads"} 0',
    );
    const head = await app.inject({
      method: "HEAD",
      url: "/metrics",
      headers: { authorization: `bearer ${token}` },
    });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe("");
  });

  it("count a request under the template of its route, without ids and queries", async () => {
    const { cookies } = await signIn(server, "client");
    const canary = "canary-7d1f";
    await app.inject({ url: "/api/auction/listing", cookies });
    await app.inject({ url: `/api/auction/listing?x=${canary}`, cookies });
    await app.inject({ url: `/api/lists/${canary}`, cookies });
    await app.inject({ url: `/api/no-such-call/${canary}`, cookies });
    const name = "seriba_http_request_duration_seconds_count";
    await shows(
      server,
      `${name}{method="GET",route="/api/auction/listing",status="2xx"} 1`,
      `${name}{method="GET",route="/api/auction/listing",status="4xx"} 1`,
      `${name}{method="GET",route="/api/lists/:resource",status="4xx"} 1`,
      `${name}{method="GET",route="unknown",status="4xx"} 1`,
    );
    const { body } = await scrape(server);
    expect(body).not.toContain(canary);
    expect(body).not.toContain("client@seriba.test");
  });

  it("count open streams, and streams that had to reload everything", async () => {
    const { cookies } = await signIn(server, "client");
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const current = await readLive({ port, cookies });
    // A position beyond the last change belongs to another database.
    const foreign = await readLive({ port, cookies, after: "9".repeat(17) });
    await until(() => foreign.of("reset").length === 1);
    await shows(
      server,
      "seriba_live_streams 2",
      "seriba_live_resets_total 1",
      'seriba_changes_lag{follower="live"} 0',
    );
    current.cut();
    foreign.cut();
    await shows(server, "seriba_live_streams 0");
  });
});

describe("an app without METRICS_TOKEN", async () => {
  const { app } = await testApp();

  it("does not have the address", async () => {
    for (const method of ["GET", "HEAD", "OPTIONS"] as const) {
      const headers = { accept, authorization: "Bearer " };
      const reply = await app.inject({ method, url: "/metrics", headers });
      expect(reply.statusCode).toBe(404);
    }
  });
});

describe("an overloaded server", async () => {
  const server = await testApp({
    environment: {
      ...environment,
      MAX_CONCURRENCY: "1",
      REQUESTS_PER_USER: "1",
    },
  });
  const { app, context } = server;

  it("shows its metrics, with the requests that run, wait and are refused", async () => {
    const { cookies } = await signIn(server, "client");
    const call = () => app.inject({ url: "/api/workspace", cookies });
    const [running, waiting] = await context.database.longRunning
      .transaction()
      .execute(async (trx) => {
        await sql`lock table sessions in access exclusive mode`.execute(trx);
        const first = call();
        await shows(server, "seriba_admission_running 1");
        const second = call();
        await shows(server, 'seriba_admission_waiting{kind="reads"} 1');
        const refused = await app.inject({
          method: "POST",
          url: "/api/auth",
          payload: { email: "nobody@example.com", password: "wrong" },
        });
        expect(refused.statusCode).toBe(503);
        await shows(
          server,
          "seriba_admission_limit 1",
          "seriba_admission_running 1",
          'seriba_admission_refused_total{kind="reads"} 0',
          'seriba_admission_refused_total{kind="writes"} 1',
        );
        return [first, second];
      });
    expect((await running).statusCode).toBe(200);
    await waiting;
    await shows(
      server,
      "seriba_admission_running 0",
      'seriba_admission_waiting{kind="reads"} 0',
    );
  });
});
