import { beforeAll, describe, expect, it } from "vitest";
import {
  concreteRoutes,
  type RouteDefinition,
} from "../../../server/platform/http/route";
import { schemaPart } from "../../../server/platform/schemas/schemaPart";
import { signIn, testApp, type Account } from "../../support/app";

const server = await testApp();
const { schemas, database } = server.context;
const { kysely } = database;
const owner = "client";
const ownerId = server.ids["client@seriba.test"] ?? "";
const unknown = "999999999";

type Call = (id: string) => { url: string; payload?: object };
type Calls = Readonly<Record<string, Call>>;

/** Every call about one object of a kind, by method and path. */
const calls: Readonly<Record<"files" | "saved_searches" | "alerts", Calls>> = {
  files: {
    "POST /files/address": (id) => ({ url: "/files/address", payload: { id } }),
    "DELETE /files/:id": (id) => ({ url: `/files/${id}` }),
  },
  saved_searches: {
    "POST /user/update-search": (id) => ({
      url: "/user/update-search",
      payload: { id, title: "Taken over", notify: "off" },
    }),
    "PUT /user/default-view": (id) => ({
      url: "/user/default-view",
      payload: { id, type: "auction" },
    }),
    "POST /user/delete-search": (id) => ({
      url: "/user/delete-search",
      payload: { id },
    }),
  },
  alerts: {
    "POST /alerts/read": (id) => ({
      url: "/alerts/read",
      payload: { ids: [id] },
    }),
  },
};

const addresses = /^\/(files|user\/\S*(search|view)|alerts)(\/|$)/;

/** Returns whether a call takes an id in its path, query or body. */
const takesId = ({ url, query, body }: RouteDefinition): boolean =>
  url.includes(":id") ||
  [query, body].some((source) => {
    const schema =
      typeof source === "string" ? schemaPart(schemas, source) : source?.();
    const { properties = {} } = (schema ?? {}) as { properties?: object };
    return "id" in properties || "ids" in properties;
  });

const idOf = new Map<string, string>();

beforeAll(async () => {
  const session = await signIn(server, owner);
  const saved = await server.call({
    method: "POST",
    url: "/api/user/save-search",
    payload: { title: "Prius", params: "year=2015,2020", type: "auction" },
    ...session,
  });
  idOf.set("saved_searches", saved.json<{ id: string }>().id);
  const file = await server.call({
    method: "POST",
    url: "/api/files?name=terms.pdf",
    payload: Buffer.from("%PDF-1.7\ncontent"),
    headers: { "content-type": "application/octet-stream" },
    ...session,
  });
  idOf.set("files", file.json<{ file: { id: string } }>().file.id);
  const alert = await kysely
    .insertInto("alerts")
    .values({
      user_id: ownerId,
      kind: "sold",
      list_type: "auction",
      title: "Toyota Prius",
      at: server.context.clock.now(),
      lots: JSON.stringify([]),
      total: 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  idOf.set("alerts", alert.id);
});

const rowsOf = (table: keyof typeof calls) =>
  kysely.selectFrom(table).selectAll().orderBy("id").execute();

async function answer(account: Account | null, name: string, id: string) {
  const table = Object.values(calls).find((group) => name in group);
  const { url, payload } = table?.[name]?.(id) ?? { url: "" };
  const reply = await server.call({
    method: name.startsWith("PUT")
      ? "PUT"
      : name.startsWith("DELETE")
        ? "DELETE"
        : "POST",
    url: `/api${url}`,
    ...(payload ? { payload } : {}),
    ...(account ? await signIn(server, account) : {}),
  });
  const { requestId: _requestId, ...body } =
    reply.json<Record<string, unknown>>();
  return { status: reply.statusCode, body };
}

describe("an object of another user", () => {
  it("has a row here for each call about one file, saved search or alert", () => {
    const found = concreteRoutes(server.app.declaredRoutes)
      .filter(({ url }) => addresses.test(url))
      .filter(takesId)
      .map(({ method, url }) => `${method} ${url}`);
    expect(found.toSorted()).toEqual(
      Object.values(calls)
        .flatMap((group) => Object.keys(group))
        .toSorted(),
    );
  });

  const all = Object.entries(calls).flatMap(([table, group]) =>
    Object.keys(group).map(
      (name) => [name, table as keyof typeof calls] as const,
    ),
  );

  it.each(all)(
    "is answered by %s like one that does not exist, and stays as it was",
    async (name, table) => {
      const id = idOf.get(table) ?? "";
      const before = await rowsOf(table);
      expect(before.map((row) => row.id)).toContain(id);
      for (const account of ["dealer", "manager"] as const)
        expect(await answer(account, name, id), account).toEqual(
          await answer(account, name, unknown),
        );
      expect((await answer(null, name, id)).status).toBe(401);
      expect(await rowsOf(table)).toEqual(before);
    },
  );

  it("cannot be downloaded by an address that its owner got", async () => {
    const { body } = await answer(
      owner,
      "POST /files/address",
      idOf.get("files") ?? "",
    );
    const open = async (address: string) => {
      const reply = await server.call({
        url: address,
        ...(await signIn(server, "manager")),
      });
      const { requestId: _requestId, ...rest } =
        reply.json<Record<string, unknown>>();
      return { status: reply.statusCode, rest };
    };
    const address = String(body.address);
    const wrong = `/api/files/content?token=${"A".repeat(address.split("=")[1]?.length ?? 0)}`;
    expect(await open(address)).toEqual(await open(wrong));
  });
});
