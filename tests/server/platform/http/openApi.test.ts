import { describe, expect, it } from "vitest";
import type { Viewer } from "../../../../domain/access";
import type { ViewProfileReply } from "../../../../generated/schemas";
import { openApiDocument } from "../../../../server/platform/http/openApi";
import type { OpenApiReader } from "../../../../server/platform/http/openApiSchemas";
import { concreteRoutes } from "../../../../server/platform/http/route";
import { signIn, testApp, type Account } from "../../../support/app";
import { mayCall } from "./callers";

const server = await testApp();
const session = await signIn(server, "admin");

type Operation = {
  security: object[];
  parameters: { name: string; in: string; schema: object }[];
  responses: Record<string, object>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
};

const { declaredRoutes, schemas } = server.app;
/** The document in the form in which it is sent. */
const documentFor = (reader: OpenApiReader) =>
  JSON.parse(
    JSON.stringify(openApiDocument(declaredRoutes, schemas, reader)),
  ) as Document;
const document = documentFor("all");
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase() as "GET" | "POST" | "PUT" | "DELETE",
    operation,
  })),
);

const nameOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

function referencesIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === "$ref" ? [String(part)] : referencesIn(part),
  );
}

/** Returns the keywords of named schemas, without the names of properties. */
const keywordsIn = (named: object): string[] =>
  Object.values(named).flatMap((schema: unknown) =>
    schema !== null && typeof schema === "object"
      ? Object.entries(schema).flatMap(([keyword, value]) => [
          keyword,
          ...(keyword === "properties"
            ? keywordsIn(value as object)
            : keywordsIn({ value: value as unknown })),
        ])
      : [],
  );

describe("the OpenAPI document", () => {
  it("lists every route with schemas of its 2xx and 4xx replies", () => {
    expect(operations).toHaveLength(concreteRoutes(declaredRoutes).length);
    for (const { operation } of operations) {
      expect(Object.keys(operation.responses).join()).toMatch(/^20[01],/);
      expect(operation.responses).toHaveProperty("400");
      expect(operation.responses).toHaveProperty("503");
    }
  });

  it("has every component that it refers to", () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\/[\w.-]+$/);
      const name = reference.split("/").at(-1) ?? "";
      expect(document.components.schemas).toHaveProperty([name]);
    }
  });

  it("contains no keyword that only this program understands", () => {
    const found = keywordsIn(document.components.schemas);
    expect(found).toContain("type");
    expect(
      found.filter((keyword) =>
        /^(x-.*|\$id|\$schema|definitions)$/.test(keyword),
      ),
    ).toEqual([]);
  });

  it("lists the query parameters derived from declarations", () => {
    const names = document.paths["/auction/listing"]?.get?.parameters.map(
      ({ name }) => name,
    );
    expect(names).toEqual(
      expect.arrayContaining([
        "makerId",
        "modelId",
        "chassisId",
        "auctionDate",
        "quick_search_text",
        "sort",
        "order",
        "page",
        "pageSize",
      ]),
    );
  });

  it("lists the parameters of queries that a schema file describes", () => {
    const names = document.paths["/auction/detail"]?.get?.parameters.map(
      ({ name }) => name,
    );
    expect(names).toEqual(["id"]);
  });

  it("marks the calls that accept an Idempotency-Key", () => {
    const keyed = operations.filter(({ operation }) =>
      operation.parameters.some(({ name }) => name === "Idempotency-Key"),
    );
    const paths = keyed.map(({ path }) => path);
    expect(paths).toContain("/bid/create");
    const declared = concreteRoutes(declaredRoutes)
      .filter(({ isIdempotent }) => isIdempotent)
      .map(({ url }) => url.replaceAll(/:(\w+)/g, "{$1}"));
    expect(paths.sort()).toEqual(declared.sort());
  });

  it("marks the calls that need a session cookie", () => {
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: "apiKey", in: "cookie", name: "seriba-access" },
    });
    expect(document.paths["/auth"]?.post?.security).toEqual([]);
    expect(document.paths["/bid/create"]?.post?.security).toEqual([
      { session: [] },
    ]);
  });
});

describe("the OpenAPI document of a reader", () => {
  const served = async (cookies: Record<string, string> = {}) => {
    const reply = await server.app.inject({
      url: "/api/openapi.json",
      cookies,
    });
    expect(reply.statusCode).toBe(200);
    return { reply, document: reply.json<Document>() };
  };
  const viewerOf = async (cookies: Record<string, string>): Promise<Viewer> => {
    const profile = await server.call({
      url: "/api/user/view-profile",
      cookies,
    });
    const { detail, permission } = profile.json<ViewProfileReply>();
    return { ...detail, permissions: permission };
  };

  it("has only the public calls for strangers, and no access rules", async () => {
    const { document: own, reply } = await served();
    const methods = Object.values(own.paths).flatMap(Object.values<Operation>);
    expect(methods.length).toBeGreaterThan(0);
    for (const { security } of methods) expect(security).toEqual([]);
    expect(Object.keys(own.paths)).not.toContain("/auction/listing");
    expect(own.components.schemas).not.toHaveProperty("lot");
    expect(reply.body).not.toMatch(/Needs |For users of|"description":"For /);
  });

  it.each<Account>(["client", "dealer", "manager"])(
    "has exactly the calls that the user may make: %s",
    async (account) => {
      const { cookies } = await signIn(server, account);
      const { document: own } = await served(cookies);
      expect(own).toEqual(documentFor(await viewerOf(cookies)));
      const names = Object.entries(own.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => nameOf(method, path)),
      );
      expect(names).toEqual(
        operations
          .map(({ path, method }) => nameOf(method, path))
          .filter((name) => mayCall(account, name)),
      );
    },
  );

  it("does not name a field that is hidden from the user", async () => {
    const lot = schemas.get("lot") as { properties: Record<string, object> };
    const { year: _year, ...rest } = lot.properties;
    const hidden = { type: "integer", "x-access": { roles: ["manager"] } };
    const properties = { ...rest, year: hidden };
    server.replaceSchema({ ...lot, $id: "lot", properties });
    const listing = (reader: OpenApiReader) =>
      JSON.stringify(documentFor(reader).paths["/auction/listing"]);
    const client = await viewerOf((await signIn(server, "client")).cookies);
    const manager = await viewerOf((await signIn(server, "manager")).cookies);
    expect(listing(client)).not.toMatch(/"year/);
    expect(listing(manager)).toMatch(/"year"/);
    server.replaceSchema({ ...lot, $id: "lot" });
  });

  it("is sent only if it has changed", async () => {
    const { cookies } = await signIn(server, "client");
    const { reply } = await served(cookies);
    const again = await server.app.inject({
      url: "/api/openapi.json",
      cookies,
      headers: { "if-none-match": String(reply.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    const stranger = await served();
    expect(stranger.reply.headers.etag).not.toBe(reply.headers.etag);
  });

  it("can be read as a page under the security policy", async () => {
    const page = await server.app.inject("/api/docs");
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/<script>|onload=/);
    const [script = ""] = page.body.match(/[^"]*swagger-ui-bundle.js/) ?? [];
    expect((await server.app.inject(script)).statusCode).toBe(200);
    const shown = await server.app.inject("/api/docs/json");
    expect(shown.statusCode).toBe(302);
    expect(shown.headers.location).toBe("/api/openapi.json");
    expect((await server.app.inject("/api/docs/yaml")).statusCode).toBe(404);
  });
});

const garbage = [
  "",
  "\0",
  "Infinity",
  "1e3",
  "0x10",
  "99999999999999999999",
  "2026-02-30",
  "1,2,3,x",
  "%2C%25",
  "'; drop table lots; --",
  "\ud800",
  "ア".repeat(2000),
  "constructor",
  "__proto__",
];
const bodies: unknown[] = [
  null,
  1,
  "text",
  [],
  [[]],
  { "": 1 },
  { constructor: {} },
];

/** Parameters that have had every text; one engine reads them in all lists. */
const tried = new Set<string>();

describe("malformed input", () => {
  it.each(operations)(
    "gets 4xx and no internal detail: $method $path",
    async ({ method, path, operation }) => {
      const parameters = [...operation.parameters, { name: "none" }].filter(
        (parameter) => {
          const known = tried.size;
          return tried.add(JSON.stringify(parameter)).size > known;
        },
      );
      const names = parameters.map(({ name }) => name);
      const calls = garbage.flatMap((text) =>
        names.map((name) => ({ query: { [name]: text } })),
      );
      const repeated = names.map((name) => ({ query: { [name]: ["1", "2"] } }));
      const payloads = bodies.map((payload) => ({
        payload: JSON.stringify(payload),
        headers: { "content-type": "application/json" },
      }));
      const isAuth = path === "/auth/update" || path === "/auth/logout";
      for (const call of [
        ...calls,
        ...repeated,
        ...(method === "GET" ? [] : payloads),
      ]) {
        const reply = await server.call({
          method,
          url: `/api${path}`,
          ...(isAuth ? {} : session),
          ...call,
        });
        expect(reply.statusCode, JSON.stringify(call)).toBeLessThan(500);
        expect(reply.body).not.toMatch(/node_modules|syntax error|SQLSTATE/);
      }
    },
  );
});
