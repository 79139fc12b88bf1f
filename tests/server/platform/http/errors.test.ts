import fastify from "fastify";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../../../server/platform/database";
import {
  errorCodes,
  failure,
  fieldFailure,
  withTextsOf,
} from "../../../../server/platform/errors";
import { answerErrors } from "../../../../server/platform/http/answerErrors";
import { createMessages } from "../../../../server/platform/messages";
import { testApp } from "../../../support/app";

const server = await testApp();

const email = "client@seriba.test";
const password = "seriba-demo";
const surrogate = "lone \ud800 half";
const json = { "content-type": "application/json" };
const plain = { "content-type": "text/plain" };
const form = { "content-type": "application/x-www-form-urlencoded" };

const values = (count: number) => Array.from({ length: count }, () => 1);
const valuesByName = (count: number) =>
  Object.fromEntries(values(count).map((value, at) => [`a${at}`, value]));

const logIn = (options: object) =>
  server.call({ method: "POST", url: "/api/auth", ...options });

describe("an error", () => {
  it("has code, message and request id", async () => {
    const reply = await server.call({ url: "/api/no/such/call" });
    expect(reply.statusCode).toBe(404);
    expect(Object.keys(reply.json<object>()).sort()).toEqual([
      "message",
      "messageCode",
      "requestId",
      "success",
    ]);
  });

  it.each(["/%zz", "/api/%ff"])(
    "has the same format for a malformed URL: %s",
    async (url) => {
      const reply = await server.app.inject(url);
      expect(reply.statusCode).toBe(400);
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.json()).toMatchObject({
        success: false,
        messageCode: "invalid_request",
        message: "The request is invalid",
      });
    },
  );

  it("has the texts of a section of the locales, and the usual texts for missing keys", async () => {
    const app = fastify();
    const errors = { invalid_choice: "bid?", wrong_code: "usual" };
    const orders = { errors: { invalid_choice: "order?" } };
    answerErrors(app, createMessages({ en: { errors, orders } }));
    app.addHook("onRequest", (request, _reply, done) => {
      request.language = "en";
      done();
    });
    app.get<{ Params: { code: "invalid_choice" | "wrong_code" } }>(
      "/:code",
      ({ params: { code } }) =>
        withTextsOf("orders", () =>
          Promise.reject(fieldFailure("amount", code)),
        ),
    );
    const answerTo = async (code: string) => {
      const reply = await app.inject(`/${code}`);
      return reply.json<object>();
    };
    expect(await answerTo("invalid_choice")).toMatchObject({
      message: "order?",
      errors: { amount: ["order?"] },
    });
    expect(await answerTo("wrong_code")).toMatchObject({
      message: "usual",
      errors: { amount: ["usual"] },
    });
    await app.close();
  });

  it("is in the reader's language", async () => {
    const reply = await logIn({
      payload: { email: "", password: "" },
      headers: { "accept-language": "ru-RU,ru;q=0.9,en;q=0.8" },
    });
    expect(reply.json()).toMatchObject({
      message: "Неверный запрос",
      errors: { email: ["Обязательное поле"] },
    });
  });

  it("names each invalid field once, with the texts of the locale", async () => {
    const reply = await logIn({ payload: { password: 1, extra: true } });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      errors: {
        email: ["Required field"],
        password: ["Invalid field"],
        extra: ["Unknown field"],
      },
    });
  });

  it("names unknown query parameters", async () => {
    const reply = await server.call({ url: "/api/site/week-days?week=1" });
    expect(reply.statusCode).toBe(400);
  });

  it("has a text for every code in both languages", () => {
    const { messages } = server.context;
    for (const code of errorCodes)
      for (const language of ["en", "ru"] as const)
        expect(messages.has(language, `errors.${code}`), code).toBe(true);
  });
});

describe("bad input", () => {
  it.each([
    ["broken JSON", { payload: "{", headers: json }, 400],
    ["no body", { headers: json }, 400],
    ["another type", { payload: "a=1", headers: plain }, 400],
    ["a form", { payload: "a=1", headers: form }, 400],
    ["a list", { payload: "[]", headers: json }, 400],
    ["a prototype", { payload: '{"__proto__":{"x":1}}', headers: json }, 400],
    ["NUL in a value", { payload: { email: "a\0@b.cd", password } }, 400],
    ["NUL in a name", { payload: { email, password, "\0": 1 } }, 400],
    ["a lone surrogate", { payload: { email, password: surrogate } }, 400],
    ["too many fields", { payload: valuesByName(5_001) }, 400],
    ["too long a list", { payload: { email: values(5_001), password } }, 400],
    ["too much", { payload: { email, password: "x".repeat(300_000) } }, 413],
  ])(
    "is rejected with 4xx and no internal detail: %s",
    async (_name, options, status) => {
      const reply = await logIn(options);
      expect(reply.statusCode).toBe(status);
      expect(reply.body).not.toMatch(/at \w+|node_modules|select |Ajv|schema/i);
    },
  );
});

describe("a body with many values", () => {
  it("is validated up to 5,000 values, and then rejected without validation", async () => {
    const fieldsOf = async (payload: object) =>
      (await logIn({ payload })).json<{ errors?: object }>().errors;
    expect(await fieldsOf(valuesByName(4_999))).toMatchObject({
      a0: ["Unknown field"],
    });
    expect(await fieldsOf(valuesByName(5_000))).toBeUndefined();
    expect(await fieldsOf({ email: values(4_998) })).toHaveProperty("email");
    expect(await fieldsOf({ email: values(4_999) })).toBeUndefined();
  });
});

describe("an unexpected error", () => {
  const app = fastify();
  answerErrors(app, server.context.messages);
  app.decorateRequest("language", "en");
  app.decorateRequest("session", null);
  const throwing = (path: string, error: Error) => {
    app.get(path, () => {
      throw error;
    });
  };
  throwing("/fault", new Error("select secret from users"));
  throwing("/away", new DatabaseUnavailable("gone"));
  throwing("/busy", failure("unavailable", { retryAfter: 7 }));

  it("is answered without any detail", async () => {
    const reply = await app.inject("/fault");
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain("secret");
    expect(reply.json()).toMatchObject({
      messageCode: "internal",
      message: "Something went wrong. The information has not been changed",
    });
  });

  it("is 503 with Retry-After if the database is down", async () => {
    const away = await app.inject("/away");
    expect(away.statusCode).toBe(503);
    expect(Number(away.headers["retry-after"])).toBeGreaterThan(0);
    expect((await app.inject("/busy")).headers["retry-after"]).toBe("7");
  });
});

describe("a request with two Host headers", () => {
  it("is rejected, because a proxy may have decided by the other", async () => {
    const { app } = server;
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const answerTo = async (hosts: readonly string[]) => {
      const socket = connect(port, "127.0.0.1");
      const head = hosts.map((host) => `Host: ${host}\r\n`).join("");
      socket.end(
        `GET /api/health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
      );
      return text(socket);
    };
    expect(await answerTo(["localhost"])).toMatch(/^HTTP\/1.1 200 /);
    expect(await answerTo(["localhost", "other"])).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe("a reader who disconnects before the first byte of a stream", () => {
  it("is no error of the server", async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    const app = fastify({ logger: { level: "warn", stream } });
    app.decorateRequest("language", "en");
    answerErrors(app, createMessages({}));
    const silent = new Readable({ read: () => undefined });
    const closed = new Promise((resolve) => silent.once("close", resolve));
    app.post("/", async (_request, reply) => {
      setImmediate(() => socket.destroy());
      return reply.send(silent);
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const head = ["POST / HTTP/1.1", "Host: localhost", "Content-Length: 2"];
    const type = "Content-Type: application/json";
    socket.write([...head, type, "", "{}"].join("\r\n"));
    await closed;
    await app.close();
    expect(lines).toEqual([]);
  });
});
