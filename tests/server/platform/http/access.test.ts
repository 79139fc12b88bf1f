import { describe, expect, it } from "vitest";
import {
  accessOf,
  concreteRoutes,
  type RouteDefinition,
} from "../../../../server/platform/http/route";
import { signIn, testApp, type Account } from "../../../support/app";
import { mayCall, namedCalls, publicCalls } from "./callers";

const server = await testApp();
const { declaredRoutes } = server.app;
const routes = concreteRoutes(declaredRoutes);
const nameOf = ({ method, url }: RouteDefinition) => `${method} ${url}`;
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
    return { account, cookies };
  }),
);

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
    const open = routes
      .filter((definition) => accessOf(definition) === "public")
      .map(nameOf);
    expect(open.sort()).toEqual(publicCalls);
  });

  it("exists if the table of callers names it", () => {
    expect(routes.map(nameOf)).toEqual(expect.arrayContaining([...namedCalls]));
  });

  const guarded = routes.filter(
    (definition) => !publicCalls.includes(nameOf(definition)),
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
    "is for the accounts of the table: $method $url",
    async (definition) => {
      const { method, url } = definition;
      for (const { account, cookies } of callers) {
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
        expect(reply.statusCode !== 403, `${account}: ${reply.body}`).toBe(
          mayCall(account, nameOf(definition)),
        );
      }
    },
  );
});
