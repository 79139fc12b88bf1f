import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "../../../../server/platform/config";
import { accountServer, form } from "./accountServer";

const asked: Record<string, string>[] = [];
let mode: "verify" | "broken" = "verify";

const verifier = createServer((request: IncomingMessage, response) => {
  void text(request).then((body) => {
    const given = Object.fromEntries(new URLSearchParams(body));
    asked.push(given);
    if (mode === "broken") {
      response.writeHead(500).end("<html>");
      return;
    }
    const success = given.response === "human" && given.secret === "secret-7";
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ success }));
  });
});
verifier.listen(0, "127.0.0.1");
await once(verifier, "listening");
const { port } = verifier.address() as AddressInfo;
afterAll(() => {
  verifier.close();
  verifier.closeAllConnections();
});

const settings = {
  HUMAN_CHECK_URL: `http://127.0.0.1:${port}/siteverify`,
  HUMAN_CHECK_SCRIPT: "https://check.example/api.js?render=explicit",
  HUMAN_CHECK_ORIGINS: "https://static.check.example",
  HUMAN_CHECK_SITE_KEY: "site-7",
  HUMAN_CHECK_SECRET: "secret-7",
};
const test = await accountServer(settings);
const plain = await accountServer();
const { post, server, userOf } = test;

beforeEach(() => {
  mode = "verify";
  asked.length = 0;
});

describe("the check against robots", () => {
  it("lets people sign up and asks with the secret and their address", async () => {
    const reply = await post(
      "/auth/signup",
      { ...form, captcha: "human" },
      { from: "198.51.100.3" },
    );
    expect(reply.statusCode).toBe(200);
    expect(asked).toEqual([
      { secret: "secret-7", response: "human", remoteip: "198.51.100.3" },
    ]);
  });

  it.each([
    ["a wrong answer", { captcha: "robot" }],
    ["no answer", {}],
  ])("refuses %s to a sign-up", async (_name, fields) => {
    const email = "robot@example.com";
    const reply = await post("/auth/signup", { ...form, email, ...fields });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      messageCode: "human_check_failed",
      message: "Recaptcha error, please try again",
    });
    expect(await userOf(email)).toBeUndefined();
  });

  it("refuses everybody while the service is broken", async () => {
    mode = "broken";
    const reply = await post("/auth/signup", { ...form, captcha: "human" });
    expect(reply.json()).toMatchObject({ messageCode: "human_check_failed" });
  });

  it("is asked only for forms without mistakes", async () => {
    await post("/auth/signup", { ...form, terms: false, captcha: "human" });
    expect(asked).toEqual([]);
  });

  it("comes before the score of a password, which takes long", async () => {
    const weak = { password: "password1", confirmPassword: "password1" };
    const robot = await post("/auth/signup", { ...form, ...weak });
    expect(robot.json()).toMatchObject({ messageCode: "human_check_failed" });
    const person = { ...form, ...weak, captcha: "human" };
    const reply = await post("/auth/signup", person);
    expect(reply.json()).toHaveProperty("errors.password");
  });

  it("is asked only within the limit of requests for a new password", async () => {
    const url =
      "/api/auth/reset-password?email=nobody@example.com&captcha=robot";
    const headers = { "x-forwarded-for": "198.51.100.77" };
    const codes = [];
    for (let call = 0; call < 31; call += 1)
      codes.push(
        (await server.call({ url, headers })).json<{ messageCode: string }>()
          .messageCode,
      );
    expect(new Set(codes.slice(0, 30))).toEqual(
      new Set(["human_check_failed"]),
    );
    expect(codes[30]).toBe("too_many_requests");
    expect(asked).toHaveLength(30);
  });

  it("guards requests for a new password", async () => {
    const url = "/api/auth/reset-password?email=client@seriba.test";
    expect((await server.call({ url })).statusCode).toBe(422);
    const reply = await server.call({ url: `${url}&captcha=human` });
    expect(reply.statusCode).toBe(200);
  });

  it("is off without settings", async () => {
    const reply = await plain.post("/auth/signup", form);
    expect(reply.statusCode).toBe(200);
    expect(asked).toEqual([]);
  });

  it("needs all of its settings", () => {
    const { HUMAN_CHECK_SECRET: _secret, ...rest } = settings;
    expect(() => readConfig(rest)).toThrow(
      new ConfigError(
        "Setting HUMAN_CHECK_SECRET must be set with HUMAN_CHECK_URL",
      ),
    );
  });
});

describe("the content security policy", () => {
  const policyOf = async ({ server: { app } }: typeof test, url: string) => {
    const { headers } = await app.inject({
      url,
      headers: { accept: "text/html" },
    });
    return String(headers["content-security-policy"]);
  };

  it("opens for the provider on the pages with its check", async () => {
    const policy = await policyOf(test, "/auth/sign-up");
    const origins = "https://check.example https://static.check.example";
    for (const directive of [
      `script-src 'self' ${origins}`,
      `style-src 'self' 'unsafe-inline' ${origins}`,
      `connect-src 'self' ${origins}`,
      `frame-src ${origins}`,
    ])
      expect(policy.split(";")).toContain(directive);
  });

  it("stays closed on other pages, and without a provider", async () => {
    for (const policy of [
      await policyOf(test, "/car-auction"),
      await policyOf(test, "/api/health"),
      await policyOf(plain, "/auth/sign-up"),
    ]) {
      expect(policy).not.toContain("check.example");
      expect(policy.split(";")).toContain("script-src 'self'");
      expect(policy).not.toContain("frame-src");
    }
  });
});
