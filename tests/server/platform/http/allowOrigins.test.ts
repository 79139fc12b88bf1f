import { describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";

const portal = "https://portal.example.com";
const server = await testApp({
  environment: { ALLOWED_ORIGINS: `${portal}/, http://localhost:5000` },
});
const { cookies } = await signIn(server, "client");

const preflight = (origin: string, url = "/api/bid/create") =>
  server.app.inject({
    method: "OPTIONS",
    url,
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,idempotency-key",
    },
  });

const strangers = [
  "https://evil.example",
  "http://portal.example.com",
  "https://portal.example.com.evil.example",
  "https://portal.example.com:444",
  "null",
];

describe("a page of an allowed origin", () => {
  it.each([portal, "http://localhost:5000"])(
    "gets an answer to its preflight, which it may cache: %s",
    async (origin) => {
      const reply = await preflight(origin);
      expect(reply.statusCode).toBe(204);
      expect(reply.headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        "access-control-max-age": "7200",
        vary: "Origin",
      });
      const allowed = String(reply.headers["access-control-allow-headers"]);
      expect(allowed.toLowerCase().split(", ")).toEqual(
        expect.arrayContaining(["content-type", "idempotency-key"]),
      );
    },
  );

  it("logs in, reads, writes and refreshes with cookies", async () => {
    const headers = { origin: portal, "sec-fetch-site": "same-site" };
    const login = await server.call({
      method: "POST",
      url: "/api/auth",
      payload: { email: "dealer@seriba.test", password: "seriba-demo" },
      headers,
    });
    const read = await server.call({
      url: "/api/user/view-profile",
      headers,
      cookies,
    });
    const write = await server.call({
      method: "PUT",
      url: "/api/user/update-setting",
      payload: { language: 692 },
      headers,
      cookies,
    });
    const refresh = await server.call({
      url: "/api/auth/update",
      headers,
      cookies,
    });
    for (const reply of [login, read, write, refresh]) {
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["access-control-allow-origin"]).toBe(portal);
      expect(reply.headers["access-control-allow-credentials"]).toBe("true");
      expect(reply.headers.vary).toMatch(/\bOrigin\b/);
    }
  });

  it("can read errors and Retry-After", async () => {
    const reply = await server.call({
      url: "/api/user/view-profile",
      headers: { origin: portal },
    });
    expect(reply.statusCode).toBe(401);
    expect(reply.headers["access-control-allow-origin"]).toBe(portal);
    expect(reply.headers["access-control-expose-headers"]).toMatch(
      /Retry-After/,
    );
  });

  it("may show photos", async () => {
    const reply = await server.app.inject({ url: "/api/health" });
    expect(reply.headers["cross-origin-resource-policy"]).toBe("cross-origin");
  });
});

describe("a page of any other origin", () => {
  it.each(strangers)(
    "gets no CORS headers and cannot write: %s",
    async (origin) => {
      const asked = await preflight(origin);
      expect(asked.statusCode).toBe(404);
      const written = await server.call({
        method: "PUT",
        url: "/api/user/update-setting",
        payload: { language: 692 },
        headers: { origin },
        cookies,
      });
      expect(written.statusCode).toBe(403);
      for (const { headers } of [asked, written]) {
        expect(headers).not.toHaveProperty("access-control-allow-origin");
        expect(headers).not.toHaveProperty("access-control-allow-credentials");
        expect(headers.vary).toMatch(/\bOrigin\b/);
      }
    },
  );

  it("gets no CORS headers from a server without allowed origins", async () => {
    const own = await testApp();
    const reply = await own.app.inject({
      method: "OPTIONS",
      url: "/api/bid/create",
      headers: { origin: portal, "access-control-request-method": "POST" },
    });
    expect(reply.statusCode).toBe(404);
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
    expect(reply.headers["cross-origin-resource-policy"]).toBe("same-origin");
  });
});
