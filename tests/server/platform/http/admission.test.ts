import fastify, { type FastifyInstance, type InjectOptions } from "fastify";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import { millisecondsLeft } from "../../../../server/platform/deadline";
import { limitWork, runWork } from "../../../../server/platform/http/admission";
import { answerErrors } from "../../../../server/platform/http/answerErrors";
import { createMessages } from "../../../../server/platform/messages";
import { until } from "../../../support/eventually";

const definition = {
  method: "GET",
  url: "/",
  access: "public",
  reply: "definitions#/definitions/success",
  summary: "A call",
} as const;

/** A promise that the test settles. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const apps: FastifyInstance[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** A server with a limit and a lookup, as in front of every route. */
async function limited(options: {
  most: number;
  milliseconds?: number;
  lookup?: () => Promise<void>;
}) {
  const app = fastify();
  apps.push(app);
  app.decorateRequest("language", "en");
  answerErrors(app, createMessages({}));
  limitWork(app, options);
  const { lookup } = options;
  if (lookup) app.addHook("onRequest", (request) => runWork(request, lookup));
  return app;
}

const statusOf = async (app: FastifyInstance, call: InjectOptions | string) =>
  (await app.inject(call)).statusCode;

/** Sends a request over a connection of its own, which the test may cut. */
async function send(app: FastifyInstance, text: string): Promise<Socket> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    socket.write(text, () => {
      resolve();
    });
  });
  return socket;
}

/** Disconnects, and waits until the server has noticed. */
async function cut(app: FastifyInstance, socket: Socket): Promise<void> {
  socket.destroy();
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        app.server.getConnections((_error, count) => {
          resolve(count === 0);
        });
      }),
  );
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const beginPost = (url: string) =>
  `POST ${url} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;

describe("a server at its limit", () => {
  it("answers further calls 503 with Retry-After, and health always", async () => {
    const app = await limited({ most: 5 });
    const work = gate();
    const health = { definition: { ...definition, isExempt: true } };
    app.get("/work", (request) =>
      runWork(request, async () => {
        await work.opened;
        return "done";
      }),
    );
    app.get("/health", { config: health }, () => "well");

    const calls = Array.from({ length: 20 }, () => app.inject("/work"));
    expect(await statusOf(app, "/health")).toBe(200);
    work.open();
    const replies = await Promise.all(calls);
    const shed = replies.filter(({ statusCode }) => statusCode === 503);
    expect(shed).toHaveLength(15);
    for (const { headers } of shed)
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    const after = Array.from({ length: 5 }, () => statusOf(app, "/work"));
    expect(await Promise.all(after)).toEqual([200, 200, 200, 200, 200]);
  });

  it("refuses a call before it looks up the session", async () => {
    const lookup = gate();
    let lookups = 0;
    const app = await limited({
      most: 1,
      lookup: () => {
        lookups += 1;
        return lookup.opened;
      },
    });
    app.get("/work", () => "done");
    const first = statusOf(app, "/work");
    await until(() => lookups === 1);
    expect(await statusOf(app, "/work")).toBe(503);
    expect(await statusOf(app, "/no-such-page")).toBe(503);
    expect(lookups).toBe(1);
    lookup.open();
    expect(await first).toBe(200);
  });

  it("gives no slot to a body that is still on its way", async () => {
    const app = await limited({ most: 1 });
    app.post("/work", () => "done");
    const slow = await send(app, beginPost("/work"));
    expect(await statusOf(app, { method: "POST", url: "/work" })).toBe(200);
    slow.destroy();
  });
});

describe("the slot of a client that disconnects", () => {
  it.each(["lookup", "handler"])("is free after the %s", async (stage) => {
    const stages: Record<string, ReturnType<typeof gate>> = {
      [stage]: gate(),
    };
    const reached: string[] = [];
    const pass = async (name: string) => {
      reached.push(name);
      await stages[name]?.opened;
    };
    const app = await limited({ most: 1, lookup: () => pass("lookup") });
    app.get("/work", (request) =>
      runWork(request, async () => {
        await pass("handler");
        return "done";
      }),
    );
    const socket = await send(app, get("/work"));
    await until(() => reached.includes(stage));
    await cut(app, socket);
    // The work goes on, so a loop of aborted calls cannot exceed the limit.
    expect(await statusOf(app, "/work")).toBe(503);
    stages[stage]?.open();
    await until(async () => (await statusOf(app, "/work")) === 200);
    expect(reached.filter((name) => name === "handler").length).toBe(
      stage === "lookup" ? 1 : 2,
    );
  });

  it("is free after the deadline, even if the handler never ends", async () => {
    const app = await limited({ most: 1, milliseconds: 50 });
    let calls = 0;
    app.get("/work", (request) =>
      runWork(request, () => {
        calls += 1;
        return calls === 1 ? new Promise<string>(() => undefined) : "done";
      }),
    );
    const socket = await send(app, get("/work"));
    await until(() => calls === 1);
    socket.destroy();
    await until(async () => (await statusOf(app, "/work")) === 200);
  });

  it("is free after an upload that breaks off", async () => {
    const app = await limited({ most: 1 });
    app.post("/work", () => "done");
    const socket = await send(app, beginPost("/work"));
    socket.destroy();
    await until(
      async () =>
        (await statusOf(app, { method: "POST", url: "/work" })) === 200,
    );
  });

  it("is free while a slow reader takes its answer", async () => {
    const app = await limited({ most: 1 });
    app.get("/large", () => "x".repeat(20_000_000));
    app.get("/work", () => "done");
    const socket = await send(app, get("/large"));
    socket.pause();
    await until(async () => (await statusOf(app, "/work")) === 200);
    socket.destroy();
    await until(async () => (await statusOf(app, "/work")) === 200);
  });
});

describe("the time limit of a request", () => {
  it("answers 503 with Retry-After when the work takes longer", async () => {
    const app = await limited({ most: 1, milliseconds: 30 });
    let left: () => number = () => Infinity;
    app.get("/work", (request) =>
      runWork(request, async () => {
        left = millisecondsLeft;
        expect(left()).toBeLessThanOrEqual(30);
        await new Promise(() => undefined);
      }),
    );
    const reply = await app.inject("/work");
    expect(reply.statusCode).toBe(503);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("is over for statements that the handler would still run", async () => {
    const app = await limited({ most: 1, milliseconds: 20 });
    const late = gate();
    let left: number | undefined;
    app.get("/work", (request) =>
      runWork(request, async () => {
        await late.opened;
        left = millisecondsLeft();
      }),
    );
    expect(await statusOf(app, "/work")).toBe(503);
    late.open();
    await until(() => left !== undefined);
    expect(left).toBe(0);
  });

  it("does not count the time in which the body arrives", async () => {
    const minute = 60_000;
    const app = await limited({ most: 1, milliseconds: minute });
    let left: number | undefined;
    let hasHeaders = false;
    app.addHook("preParsing", (_request, _reply, payload, done) => {
      hasHeaders = true;
      done(null, payload);
    });
    app.post("/work", (request) =>
      runWork(request, () => {
        left = millisecondsLeft();
        return "done";
      }),
    );
    const socket = await send(app, beginPost("/work"));
    await until(() => hasHeaders);
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => clock() + minute);
    socket.write(`"a":"${"x".repeat(92)}"}`);
    await until(() => left !== undefined);
    expect(left).toBeGreaterThan(0);
    socket.destroy();
  });

  it("does not hold for streams and exports", async () => {
    const app = await limited({ most: 1, milliseconds: 20 });
    const long = { definition: { ...definition, isLong: true } };
    app.get("/stream", { config: long }, (request) =>
      runWork(request, () => String(millisecondsLeft())),
    );
    expect((await app.inject("/stream")).body).toBe("Infinity");
  });
});
