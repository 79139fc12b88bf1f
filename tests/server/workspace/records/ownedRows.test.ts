import { beforeAll, describe, expect, it } from "vitest";
import { eventsOf } from "../../../../server/platform/live";
import { findViewer } from "../../../../server/identity";
import { recordNews } from "../../../../server/workspace/records";
import { signIn, testApp } from "../../../support/app";
import { saved, type Json } from "./support/saved";

const server = await testApp();
const { context } = server;
const people = {
  client: await signIn(server, "client"),
  dealer: await signIn(server, "dealer"),
  manager: await signIn(server, "manager"),
  admin: await signIn(server, "admin"),
};
type Who = keyof typeof people;

const list = "/api/lists/consignees";
const template = {
  name: "Vladivostok",
  fullName: "Ivan Petrov",
  country: "RU",
  address: "Svetlanskaya 1",
  port: "Vladivostok",
  documents: [{ kind: "passport", number: "0501 123456" }],
  sameAsConsignee: true,
};
const get = (path: string, who: Who) =>
  server.call({ url: `${list}${path}`, ...people[who] });
const add = (who: Who, body: Json = template) =>
  server.call({ method: "POST", url: list, payload: body, ...people[who] });
const change = (
  method: "PUT" | "DELETE",
  { id, who, tag }: { id: string; who: Who; tag: string },
) =>
  server.call({
    method,
    url: `${list}/${id}`,
    headers: { "if-match": tag },
    ...(method === "PUT" && { payload: { ...template, name: "Changed" } }),
    ...people[who],
  });
const idsFor = async (who: Who, query = "") =>
  (await get(query, who))
    .json<{ rows: { id: string }[] }>()
    .rows.map(({ id }) => id);

let own: { id: string; tag: string };
const unknown = "900000";

beforeAll(async () => {
  own = saved(await add("client"));
});

describe("rows with owners", () => {
  it("are read by their owner and by managers", async () => {
    for (const who of ["client", "manager", "admin"] as const) {
      expect(await idsFor(who)).toContain(own.id);
      expect((await get(`/${own.id}`, who)).statusCode).toBe(200);
      expect((await get(`/${own.id}/history`, who)).statusCode).toBe(200);
    }
    expect(await idsFor("dealer")).toEqual([]);
  });

  it("are counted and found for the same people", async () => {
    const countOf = async (who: Who) => {
      const reply = await get("/filters", who);
      return JSON.stringify(reply.json<Json>()).includes('"RU"');
    };
    expect(await countOf("client")).toBe(true);
    expect(await countOf("manager")).toBe(true);
    expect(await countOf("dealer")).toBe(false);
    const search = "?where=consignee&what=petrov";
    expect(await idsFor("client", search)).toEqual([own.id]);
    expect(await idsFor("dealer", search)).toEqual([]);
    const palette = async (who: Who) =>
      (
        await server.call({ url: "/api/palette?text=petrov", ...people[who] })
      ).body.includes("Ivan Petrov");
    expect(await palette("client")).toBe(true);
    expect(await palette("dealer")).toBe(false);
  });

  it("answer a foreign id as an unknown one, for every call", async () => {
    const answerOf = async (
      call: (id: string) => ReturnType<typeof server.call>,
    ) => {
      const [ofOther, ofNobody] = await Promise.all([
        call(own.id),
        call(unknown),
      ]);
      const bodyOf = (reply: typeof ofOther) => {
        const { requestId: _, ...body } = reply.json<Json>();
        return [reply.statusCode, body];
      };
      expect(bodyOf(ofOther)).toEqual(bodyOf(ofNobody));
      return ofOther.statusCode;
    };
    const { tag } = own;
    const who = "dealer";
    expect(await answerOf(async (id) => get(`/${id}`, who))).toBe(404);
    expect(await answerOf(async (id) => get(`/${id}/history`, who))).toBe(404);
    for (const method of ["PUT", "DELETE"] as const)
      expect(
        await answerOf(async (id) => change(method, { id, who, tag })),
      ).toBe(404);
  });

  it("are written only by their owner", async () => {
    const { id, tag } = own;
    for (const who of ["manager", "admin"] as const) {
      expect((await add(who)).statusCode).toBe(403);
      for (const method of ["PUT", "DELETE"] as const)
        expect((await change(method, { id, who, tag })).statusCode).toBe(403);
    }
    const reply = await change("PUT", { id, who: "client", tag });
    expect(reply.statusCode).toBe(200);
    own = saved(reply);
  });

  it("announce a change only to their owner and to managers", async () => {
    const news = recordNews(context);
    const { seq } = await context.database.kysely
      .selectFrom("record_history")
      .select(({ fn }) => fn.max<string>("seq").as("seq"))
      .executeTakeFirstOrThrow();
    const range = { after: BigInt(seq) - 1n, upTo: BigInt(seq) };
    const found = await news.read(range);
    if (!found) throw new Error("Too many changes");
    const toldTo = async (who: Who) => {
      const { id } = await context.database.kysely
        .selectFrom("users")
        .select("id")
        .where("email", "=", `${who}@seriba.test`)
        .executeTakeFirstOrThrow();
      const viewer = await findViewer(context.database.kysely, id);
      if (!viewer) throw new Error("No such user");
      return JSON.stringify(eventsOf(found, viewer)).includes(`"${own.id}"`);
    };
    expect(await toldTo("client")).toBe(true);
    expect(await toldTo("manager")).toBe(true);
    expect(await toldTo("dealer")).toBe(false);
  });

  it("hide the owner's name from clients", async () => {
    const rowFor = async (who: Who) =>
      (await get(`/${own.id}`, who)).json<{ detail: Json }>().detail;
    expect(await rowFor("client")).not.toHaveProperty("ownerId");
    expect(await rowFor("manager")).toHaveProperty("ownerId");
  });

  it("end at the most rows of one user", async () => {
    const { most = 0 } = context.workspace.resource("consignees").owner ?? {};
    for (let count = 0; count < most; count += 1)
      expect((await add("dealer")).statusCode).toBe(201);
    const refused = await add("dealer");
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ messageCode: "row_limit" });
  });
});

describe("the notify party", () => {
  const errorsOf = async (body: Json) => {
    const reply = await add("client", body);
    const { errors = {} } = reply.json<{ errors?: Json }>();
    return [reply.statusCode, Object.keys(errors)];
  };
  const party = {
    notifyFullName: "Anna Petrova",
    notifyCountry: "RU",
    notifyAddress: "Svetlanskaya 2",
  };

  it("is required only if it differs from the consignee", async () => {
    const other = { ...template, sameAsConsignee: false };
    expect(await errorsOf(other)).toEqual([
      422,
      ["notifyFullName", "notifyCountry", "notifyAddress"],
    ]);
    expect(await errorsOf({ ...other, ...party, notifyAddress: "  " })).toEqual(
      [422, ["notifyAddress"]],
    );
    expect(await errorsOf({ ...other, ...party })).toEqual([201, []]);
  });

  it("is refused beside a consignee who is notified too", async () => {
    expect(await errorsOf({ ...template, ...party })).toEqual([
      422,
      ["notifyFullName", "notifyCountry", "notifyAddress"],
    ]);
  });

  it("loses its values when it becomes the consignee", async () => {
    const other = { ...template, ...party, sameAsConsignee: false };
    const { id, tag } = saved(await add("client", other));
    const reply = await change("PUT", { id, who: "client", tag });
    expect(saved(reply).detail).not.toHaveProperty("notifyFullName");
  });
});

describe("the documents of a consignee", () => {
  it("are stored in their order, and name the entry of an error", async () => {
    const documents = [
      { kind: "taxNumber", number: "7707083893" },
      { kind: "passport", number: "0501 123456" },
    ];
    const { detail } = saved(await add("client", { ...template, documents }));
    expect(detail.documents).toEqual(documents);
    const wrong = [{ kind: "passport", number: " " }, { kind: "passport" }];
    const reply = await add("client", { ...template, documents: wrong });
    expect(Object.keys(reply.json<{ errors: Json }>().errors)).toEqual([
      "documents.1.number",
      "documents.0.number",
    ]);
    const bad = [{ kind: "passport", number: "1\u0007" }];
    expect(
      (await add("client", { ...template, documents: bad })).statusCode,
    ).toBe(400);
  });
});
