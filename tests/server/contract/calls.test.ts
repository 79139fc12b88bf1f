import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import type { PermissionFlag, Viewer } from "../../../domain/access";
import permission from "../../../schemas/permission.json";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import {
  accessOf,
  concreteRoutes,
  type RouteDefinition,
} from "../../../server/platform/http/route";
import { openApiDocument } from "../../../server/platform/http/openApi";
import { schemaPart } from "../../../server/platform/schemas/schemaPart";
import {
  signInAnew,
  testApp,
  type Account,
  type TestApp,
} from "../../support/app";
import { fromSchema } from "../../support/fromSchema";
import { carLot } from "../catalog/support/catalogApp";
import { mayCall } from "../platform/http/callers";

const accounts: readonly Account[] = [
  "client",
  "dealer",
  "manager",
  "restricted",
  "admin",
];
/** Calls of each route and account; more of them find little more. */
const numRuns = 2;

type Who = { cookies: Record<string, string>; viewer: Viewer };
type OpenApi = {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
};

const test: TestApp = await testApp();
const { schemas } = test.context;
const who = new Map<Account, Who>();

/** A stream has no end, and a file no schema: both have tests of their own. */
const calls = concreteRoutes(test.app.declaredRoutes).filter(
  ({ replyTypes }) => replyTypes === undefined,
);

/** The whole contract, as it is written for a reader with every right. */
const contract = openApiDocument(
  test.app.declaredRoutes,
  schemas,
  "all",
) as OpenApi;

const nameOf = ({ method, url }: RouteDefinition) => `${method} ${url}`;

/** The schema of a part of a call, as it is at this moment. */
const partOf = (source: RouteDefinition["query"]) =>
  typeof source === "string"
    ? { schema: schemaPart(schemas, source), id: source.split("#")[0] }
    : { schema: source?.() ?? { type: "object" }, id: "" };

const valuesOf = (source: RouteDefinition["query"]) => {
  const { schema, id } = partOf(source);
  return fromSchema(schemas, schema, id);
};

async function enter(account: Account): Promise<void> {
  const { cookies } = await signInAnew(test, account);
  const reply = await test.call({
    url: "/api/user/view-profile",
    cookies,
  });
  const { detail, permission } = reply.json<{
    detail: Omit<Viewer, "permissions">;
    permission: Viewer["permissions"];
  }>();
  who.set(account, { cookies, viewer: { ...detail, permissions: permission } });
}

/** Calls as an account; one whose session the call has ended enters again. */
async function callAs(
  account: Account | null,
  { method, url, isVersioned }: RouteDefinition,
  sent: { query?: unknown; body?: unknown },
): Promise<LightMyRequestResponse> {
  const query = new URLSearchParams(sent.query as Record<string, string>);
  const id = url === "/workspace/resources/:id" ? "car-auction" : "1";
  const path = url.replaceAll(/:\w+/g, id);
  const reply = await test.call({
    method,
    url: `/api${path}?${query.toString()}`,
    headers: {
      "sec-fetch-site": "same-origin",
      ...(isVersioned ? { "if-match": '"1"' } : {}),
    },
    ...(account ? { cookies: who.get(account)?.cookies } : {}),
    ...(sent.body === undefined ? {} : { payload: sent.body as object }),
  });
  if (account && reply.cookies.length > 0) await enter(account);
  return reply;
}

beforeAll(async () => {
  const lots = ["1", "2", "3"].map((id) =>
    carLot(id, { year: 2010 + Number(id) }),
  );
  await inTransaction(test.context.database, (trx) =>
    writeLots(trx, "auction", lots),
  );
  for (const account of accounts) await enter(account);
});

describe.each(calls.map((call) => [nameOf(call), call] as const))(
  "%s keeps its contract",
  (_name, call) => {
    it("answers whatever its schemas take with what they publish", async () => {
      for (const account of accounts)
        await fc.assert(
          fc.asyncProperty(
            valuesOf(call.query),
            call.body ? valuesOf(call.body) : fc.constant(undefined),
            async (query, body) => {
              const reply = await callAs(account, call, { query, body });
              expect(reply.statusCode).toBeLessThan(500);
            },
          ),
          { numRuns },
        );
    });

    it("refuses a parameter and a field that it does not know", async () => {
      const unknown = { nobodyKnows: "1" };
      const caller = accounts.find((one) => mayCall(one, nameOf(call))) ?? null;
      const [valid] = call.body ? fc.sample(valuesOf(call.body), 1) : [];
      const sent: { query: object; body: unknown }[] = [
        { query: unknown, body: valid },
      ];
      if (call.body) sent.push({ query: {}, body: unknown });
      for (const { query, body } of sent) {
        const reply = await callAs(caller, call, { query, body });
        // Calls with names of their own for fields answer beside the fields.
        expect(reply.statusCode).toBe(call.fieldNames ? 422 : 400);
        expect(reply.json()).toHaveProperty("errors.nobodyKnows");
      }
    });

    it("is published with what it takes and every kind of answer", () => {
      const { paths } = contract;
      const path = call.url.replaceAll(/:(\w+)/g, "{$1}");
      const operation = paths[path]?.[call.method.toLowerCase()];
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining([call.isCreating ? "201" : "200", "400", "500"]),
      );
    });
  },
);

it("covers every declared call", () => {
  expect(calls.length).toBeGreaterThan(20);
});

describe("a permission flag", () => {
  const flags = Object.keys(permission.properties);
  /** They protect nothing: a warning, and a file that no call returns yet. */
  const harmless: readonly PermissionFlag[] = [
    "downloadInvoice",
    "lastHourBidWarning",
  ];

  /** Returns the flags of the rules of routes, declarations and schemas. */
  const declaredFlags = () => {
    const declared = JSON.stringify([
      test.app.declaredRoutes.map(accessOf),
      test.context.workspace.resources(),
      schemas.all(),
    ]);
    return [...declared.matchAll(/"flags":(\[[^\]]*\])/g)].flatMap(
      ([, found = "[]"]) => JSON.parse(found) as string[],
    );
  };

  /** Returns the flags that files name. */
  const flagsIn = (texts: readonly string[]) =>
    flags.filter((flag) =>
      texts.some((text) => new RegExp(`\\b${flag}\\b`).test(text)),
    );
  const textsIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => path.join(folder, name))
      .filter((file) => file !== "tests/server/contract/calls.test.ts")
      .map((file) => readFileSync(file, "utf8"));

  /** The flags that rules in the server's code ask. */
  const askedByCode = () =>
    flagsIn(
      [...textsIn("server"), ...textsIn("domain")].filter((text) =>
        /\bhasFlag\(/.test(text),
      ),
    );

  it("is asked by a route, a declaration or a rule, or protects nothing", () => {
    const asked = new Set([...declaredFlags(), ...askedByCode()]);
    expect(flags.filter((flag) => !asked.has(flag)).sort()).toEqual(harmless);
  });

  it("is tested if only code asks it", () => {
    const declared = declaredFlags();
    const tested = flagsIn([
      ...textsIn("tests/server"),
      ...textsIn("tests/domain"),
    ]);
    expect(
      askedByCode().filter(
        (flag) => !declared.includes(flag) && !tested.includes(flag),
      ),
    ).toEqual([]);
  });
});
