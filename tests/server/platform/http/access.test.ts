import { describe, expect, it } from "vitest";
import type { ViewProfileReply } from "../../../../generated/schemas";
import { accessOf, passesRules } from "../../../../server/platform/http/route";
import { signIn, testApp, type Account } from "../../../support/app";

const server = await testApp();
const { declaredRoutes } = server.app;
const accounts: Account[] = [
  "client",
  "dealer",
  "manager",
  "restricted",
  "admin",
];

const callers = await Promise.all(
  accounts.map(async (account) => {
    const { cookies } = await signIn(server, account);
    const profile = await server.call({
      url: "/api/user/view-profile",
      cookies,
    });
    const { detail, permission } = profile.json<ViewProfileReply>();
    return { account, cookies, viewer: { ...detail, permissions: permission } };
  }),
);

/** Calls that need no session. */
const publicCalls = [
  "GET /auth/reset-password-token-verify",
  "GET /auth/update",
  "GET /health",
  "GET /ready",
  "GET /share/:id/image",
  "GET /site/get-country-list",
  "GET /site/get-language",
  "GET /site/week-days",
  "POST /auth",
  "POST /auth/logout",
  "POST /auth/reset-password-verify",
  "POST /errors",
  "POST /mails/stop",
  "POST /share",
];

describe("every route", () => {
  it("declares its access and the schema of its reply", () => {
    expect(declaredRoutes.length).toBeGreaterThan(10);
    for (const { reply, summary, ...definition } of declaredRoutes) {
      expect(accessOf(definition)).toBeDefined();
      expect(reply).toBeDefined();
      expect(summary).not.toBe("");
    }
  });

  it("needs a session, except for the listed calls", () => {
    const open = declaredRoutes
      .filter((definition) => accessOf(definition) === "public")
      .map(({ method, url }) => `${method} ${url}`);
    expect(open.sort()).toEqual(publicCalls);
  });

  const guarded = declaredRoutes.filter(
    (definition) => accessOf(definition) !== "public",
  );
  it.each(guarded)(
    "answers 401 before validation: $method $url",
    async ({ method, url }) => {
      const reply = await server.call({
        method,
        url: `/api${url}`,
        query: { "no-such": "\0" },
        headers: { "content-type": "application/json" },
        ...(method === "GET" ? {} : { payload: "{ broken" }),
      });
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).not.toHaveProperty("errors");
    },
  );

  // A stream does not end; tests/server/live.test.ts covers it.
  const answered = guarded.filter(
    ({ replyTypes }) => !replyTypes?.includes("text/event-stream"),
  );
  it.each(answered)(
    "applies its access rule to each role: $method $url",
    async ({ method, url, access }) => {
      for (const { account, cookies, viewer } of callers) {
        const reply = await server.call({
          method,
          url: `/api${url}`,
          cookies,
          headers: {
            "content-type": "application/json",
            "sec-fetch-site": "same-origin",
          },
          ...(method === "GET" ? {} : { payload: "{}" }),
        });
        const isSeen = passesRules(accessOf({ access }), viewer);
        expect(reply.statusCode === 403, `${account}: ${reply.body}`).toBe(
          !isSeen,
        );
      }
    },
  );
});
