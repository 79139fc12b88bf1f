import { describe, expect, it } from "vitest";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type {
  DeclaredAction,
  DeclaredResource,
} from "../../../domain/resource";
import type { RouteDefinition } from "../../../server/platform/http/route";
import { checkCallRoutes } from "../../../server/workspace/checks/callRoutes";
import { runAtOnce } from "../../../server/platform/steps";

const reply = () => ({});
const managers = { userTypes: ["manager" as const] };
const options = () => ({ properties: { options: { type: "array" } } });
const routes: RouteDefinition[] = [
  {
    method: "GET",
    url: "/shops/owners",
    access: managers,
    reply: options,
    summary: "",
  },
  { method: "GET", url: "/shops/all", access: managers, reply, summary: "" },
  {
    method: "GET",
    url: "/shops/in-zone",
    access: managers,
    query: () => ({ required: ["zone"] }),
    reply: options,
    summary: "",
  },
  {
    method: "GET",
    url: "/shops/map",
    access: managers,
    query: "shop#/definitions/map",
    reply,
    summary: "",
  },
  {
    method: "GET",
    url: "/shops/map-link",
    access: managers,
    query: "shop#/definitions/map",
    reply: () => ({ properties: { link: { type: ["string", "null"] } } }),
    summary: "",
  },
  ...["owned", "lost", "listed", "narrowed"].map((name): RouteDefinition => ({
    method: "POST",
    url: `/shops/${name}`,
    access: {},
    body: `shop#/definitions/${name}`,
    reply,
    summary: "",
  })),
  {
    method: "PUT",
    url: "/shops/:shop",
    access: managers,
    body: "shop#/definitions/update",
    reply,
    summary: "",
  },
  {
    method: "POST",
    url: "/shops/close-some",
    access: () => [managers, { flags: ["bidManageStatus"] }],
    body: "shop#/definitions/bulk",
    reply,
    summary: "",
  },
  {
    method: "POST",
    url: "/shops/close",
    access: () => [managers, { flags: ["bidManageStatus"] }],
    reply,
    summary: "",
  },
];

const owned = (path: string) => ({
  type: "object",
  properties: { owner: { type: "string", "x-options": { path } } },
});
const schemas = {
  all: () => [
    {
      $id: "shop",
      definitions: {
        owned: owned("/shops/owners"),
        lost: owned("/shops/owner"),
        listed: owned("/shops/all"),
        narrowed: owned("/shops/in-zone"),
        map: { properties: { shop: {}, zone: {} }, required: ["shop"] },
        bulk: { properties: { rows: { type: "array", maxItems: 20 } } },
      },
    },
  ],
};

const resource = (declared: Partial<DeclaredResource>) =>
  withDefaultCalls({
    name: "shops",
    route: "/shops",
    row: "shop",
    key: "id",
    columns: [{ id: "name", fields: ["name"] }],
    filters: [],
    sorts: [],
    views: ["default"],
    table: "simple",
    ...declared,
  });

const found = (declared: Partial<DeclaredResource>) =>
  runAtOnce(checkCallRoutes([resource(declared)], routes, schemas)).map(
    ({ file, pointer, message }) => `${file} ${pointer} ${message?.id}`,
  );

const update = {
  path: "/shops/:id",
  body: "shop#/definitions/update",
  access: managers,
};
const close: DeclaredAction = {
  id: "close",
  on: ["list"],
  method: "POST",
  path: "/shops/close",
  access: { ...managers, flags: ["bidManageStatus"] },
};

describe("the calls that a declaration expects of the server", () => {
  it("are accepted if a route has that method, path, body and access", () => {
    expect(found({ calls: { update }, actions: [close] })).toEqual([]);
  });

  it("are refused if no route has that path", () => {
    const calls = { update: { ...update, path: "/shop/:id" } };
    expect(found({ calls })).toEqual([
      "resources/shops.json /calls/update/path unknownCall",
    ]);
    const [problem] = runAtOnce(
      checkCallRoutes([resource({ calls })], routes, schemas),
    );
    expect(problem?.reason).toBe(
      'The server has no call PUT /shop/:id. Valid: "/shops/:shop".',
    );
  });

  it("are refused with another body", () => {
    const body = "shop#/definitions/create";
    expect(found({ calls: { update: { ...update, body } } })).toEqual([
      "resources/shops.json /calls/update/body callBody",
    ]);
  });

  it("are refused if a viewer could start them without the right to the call", () => {
    const { access: _, ...open } = update;
    expect(found({ calls: { update: open } })).toEqual([
      "resources/shops.json /calls/update/path callAccess",
    ]);
    expect(found({ actions: [{ ...close, access: managers }] })).toEqual([
      "resources/shops.json /actions/0/path callAccess",
    ]);
  });

  it("are refused if a download has other parameters", () => {
    const map = (values: Record<string, string>) =>
      found({
        actions: [
          {
            id: "map",
            on: ["row"],
            method: "GET",
            path: "/shops/map",
            download: true,
            values,
            access: managers,
          },
        ],
      });
    expect(map({ shop: "@key" })).toEqual([]);
    expect(map({ shops: "@key" })).toEqual([
      "resources/shops.json /actions/0/values/shops unknownParameter",
      "resources/shops.json /actions/0/values missing",
    ]);
  });

  it("are refused if they should answer with an address and the reply has no link", () => {
    const file = (path: string) =>
      found({
        actions: [
          {
            ...{ id: "map", on: ["row"], method: "GET", path },
            ...{ download: true, link: true, values: { shop: "@key" } },
            access: managers,
          },
        ],
      });
    expect(file("/shops/map-link")).toEqual([]);
    expect(file("/shops/map")).toEqual([
      "resources/shops.json /actions/0/path callHasNoLink",
    ]);
  });

  it("may have the access rule of the whole list", () => {
    const { access: _, ...open } = update;
    expect(found({ calls: { update: open }, access: managers })).toEqual([]);
  });

  it("include the call for many rows and the details of rows without an area", () => {
    const actions = [{ ...close, bulk: "/shops/close-all" }];
    expect(found({ actions, calls: { detail: {} } })).toEqual([
      "resources/shops.json /calls/detail/path unknownCall",
      "resources/shops.json /actions/0/bulk unknownCall",
    ]);
  });

  it("include the call that marks rows as seen", () => {
    expect(found({ calls: { seen: { path: "/shops/read" } } })).toEqual([
      "resources/shops.json /calls/seen/path unknownCall",
    ]);
  });

  it("take as many rows at once as the body allows", () => {
    const some = { ...close, bulk: "/shops/close-some" };
    expect(found({ actions: [{ ...some, bulkRows: 20 }] })).toEqual([]);
    expect(found({ actions: [{ ...some, bulkRows: 21 }] })).toEqual([
      "resources/shops.json /actions/0/bulkRows bulkTooMany",
    ]);
    // By default, a call has up to 50 rows.
    expect(found({ actions: [some] })).toHaveLength(1);
  });

  it("include the calls that list the values of a form's fields", () => {
    const createBy = (name: string) => ({
      calls: {
        create: { path: `/shops/${name}`, body: `shop#/definitions/${name}` },
      },
    });
    const place = (name: string) =>
      `schemas/calls/shop.json /definitions/${name}/properties/owner/x-options/path`;
    expect(found({ ...createBy("owned"), access: managers })).toEqual([]);
    expect(found(createBy("owned"))).toEqual([`${place("owned")} callAccess`]);
    expect(found({ ...createBy("lost"), access: managers })).toEqual([
      `${place("lost")} unknownCall`,
    ]);
    for (const name of ["listed", "narrowed"])
      expect(found({ ...createBy(name), access: managers })).toEqual([
        `${place(name)} callHasNoOptions`,
      ]);
  });

  it("include the calls that suggest rows in a filter", () => {
    const suggestedBy = (path: string) => ({
      filters: [
        { field: "name", control: "search" as const, suggest: { path } },
      ],
    });
    const place = "resources/shops.json /filters/0/suggest/path";
    expect(found({ ...suggestedBy("/shops/all"), access: managers })).toEqual(
      [],
    );
    expect(found(suggestedBy("/shops/all"))).toEqual([`${place} callAccess`]);
    expect(found({ ...suggestedBy("/shops/al"), access: managers })).toEqual([
      `${place} unknownCall`,
    ]);
  });
});
