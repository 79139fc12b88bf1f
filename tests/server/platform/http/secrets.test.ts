import { describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";

const server = await testApp();
const { declaredRoutes } = server.app;
const { cookies } = await signIn(server, "client");
const canary = "canary-7d1f";

/** A stream does not end, and the auth calls would end the session. */
const answered = declaredRoutes.filter(
  ({ url }) => !/^\/(live|auth)/.test(url),
);

describe("secrets and personal data", () => {
  it("never reach the log", async () => {
    const calls = [
      {
        method: "POST" as const,
        url: "/api/auth",
        payload: { email: `${canary}@example.com`, password: canary },
      },
      { url: `/api/auction/listing?quick_search_text=${canary}`, cookies },
      { url: `/api/auction/listing?no-such=${canary}`, cookies },
      { url: `/car-auction?quick_search_text=${canary}`, cookies },
      { url: `/api/photos/${canary}` },
      { url: `/%zz${canary}` },
      { url: "/api/workspace", cookies: { "seriba-access": canary } },
      { url: "/api/workspace", headers: { authorization: canary } },
    ];
    for (const call of calls) await server.app.inject(call);
    const token = cookies["seriba-access"] ?? "";
    expect(token).not.toBe("");
    expect(server.logged()).toContain("answered");
    expect(server.logged()).not.toContain(canary);
    expect(server.logged()).not.toContain(token);
    expect(server.logged()).not.toContain("client@seriba.test");
  });

  it.each(answered)(
    "are not cached by others: $method $url",
    async ({ method, url }) => {
      const reply = await server.app.inject({
        method,
        url: `/api${url}`,
        cookies,
        ...(method === "GET" ? {} : { payload: {} }),
      });
      expect(reply.headers["cache-control"]).toMatch(/no-store|^private/);
    },
  );
});

describe("every error", () => {
  it.each(answered)(
    "has a request id and no detail: $method $url",
    async ({ method, url }) => {
      const reply = await server.app.inject({
        method,
        url: `/api${url}?no-such=${canary}`,
        ...(method === "GET" ? {} : { payload: { [canary]: canary } }),
      });
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode).toBeLessThan(500);
      const { requestId, message } = reply.json<Record<string, string>>();
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(message).not.toContain(canary);
      expect(reply.headers["cache-control"]).toBe("no-store");
    },
  );
});
