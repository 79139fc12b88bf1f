import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type InjectOptions,
} from "fastify";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import { millisecondsLeft } from "../../../../server/platform/deadline";
import { limitWork } from "../../../../server/platform/http/admission";
import { runWork, workForUser } from "../../../../server/platform/http/work";
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
  mostOfUser?: number;
  milliseconds?: number;
  lookup?: () => Promise<void>;
}) {
  const app = fastify();
  apps.push(app);
  app.decorateRequest("language", "en");
  answerErrors(app, createMessages({}));
  limitWork(app, { mostOfUser: 100, ...options });
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

describe("the requests of one user", () => {
  /** A server that works on each call until the test ends it; `user` names its sender. */
  async function serving(options: { most: number; milliseconds?: number }) {
    const app = await limited({ ...options, mostOfUser: 2 });
    const arrived: string[] = [];
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    app.addHook("onRequest", async (request) => {
      const { user } = request.headers;
      arrived.push(String(user));
      if (typeof user === "string") await workForUser(request, user);
    });
    const handler = (request: FastifyRequest) =>
      runWork(request, async () => {
        begun.push(String(request.headers.user));
        const work = gate();
        ends.push(work.open);
        await work.opened;
        return "done";
      });
    app.get("/work", handler);
    app.put("/work", handler);
    const call = (user: string, method: "GET" | "PUT" = "GET") =>
      app.inject({ method, url: "/work", headers: { user } });
    const endOne = () => ends.shift()?.();
    return { app, arrived, begun, ends, call, endOne };
  }

  it("wait for each other and delay nobody else", async () => {
    const { begun, ends, call, endOne } = await serving({ most: 5 });
    const calls = Array.from({ length: 10 }, () => call("a"));
    await until(() => begun.length === 2);
    const other = call("b");
    await until(() => begun.length === 3);
    expect(begun).toEqual(["a", "a", "b"]);
    while (ends.length > 0) {
      endOne();
      await until(() => ends.length > 0 || begun.length === 11);
    }
    const replies = await Promise.all([other, ...calls]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 11 }, () => 200),
    );
  });

  it("are refused with Retry-After if they cannot begin in time", async () => {
    const { begun, ends, call } = await serving({ most: 9, milliseconds: 200 });
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call("a")),
    );
    expect(begun.length).toBeLessThan(5);
    for (const { statusCode, headers } of replies) {
      expect(statusCode).toBe(503);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    for (const end of ends) end();
  });

  it("let a write of the user begin beside slow reads", async () => {
    const { begun, ends, call } = await serving({ most: 9 });
    const reads = [call("a"), call("a"), call("a")];
    await until(() => begun.length === 2);
    const write = call("a", "PUT");
    await until(() => begun.length === 3);
    ends[2]?.();
    expect((await write).statusCode).toBe(200);
    while (ends.length > 0) {
      ends.shift()?.();
      await until(() => ends.length > 0 || begun.length === 4);
    }
    await Promise.all(reads);
  });

  it("leave the queue when the client disconnects", async () => {
    const { app, arrived, begun, call, endOne } = await serving({ most: 9 });
    const calls = [call("a"), call("a")];
    await until(() => begun.length === 2);
    const text = "GET /work HTTP/1.1\r\nHost: localhost\r\nUser: a\r\n\r\n";
    const sockets = [await send(app, text), await send(app, text)];
    await until(() => arrived.length === 4);
    for (const socket of sockets) socket.destroy();
    for (const socket of sockets) await cut(app, socket);
    calls.push(call("a"));
    endOne();
    endOne();
    await until(() => begun.length === 3);
    endOne();
    await Promise.all(calls);
    // Both slots are free again.
    const again = [call("a"), call("a")];
    await until(() => begun.length === 5);
    endOne();
    endOne();
    await Promise.all(again);
    expect(begun).toHaveLength(5);
  });

  it("count for the address of the client without a session", async () => {
    const app = await limited({ most: 9, mostOfUser: 1 });
    const ends: (() => void)[] = [];
    app.get("/work", (request) =>
      runWork(request, async () => {
        const work = gate();
        ends.push(work.open);
        await work.opened;
        return "done";
      }),
    );
    const call = (remoteAddress: string) =>
      app.inject({ url: "/work", remoteAddress });
    const calls = [call("192.0.2.1"), call("192.0.2.1")];
    await until(() => ends.length === 1);
    calls.push(call("192.0.2.2"));
    await until(() => ends.length === 2);
    ends[0]?.();
    await until(() => ends.length === 3);
    for (const end of ends) end();
    for (const reply of await Promise.all(calls))
      expect(reply.statusCode).toBe(200);
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
    const app = await limited({ most: 1, milliseconds: 1_000 });
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
    const app = await limited({ most: 1, milliseconds: 1_000 });
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
