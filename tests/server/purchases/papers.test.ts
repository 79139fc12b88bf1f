import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { eventsOf } from "../../../server/platform/live";
import { findViewer } from "../../../server/identity";
import { recordNews } from "../../../server/workspace/records";
import { signIn, testApp } from "../../support/app";
import { saved, type Json } from "../workspace/records/support/saved";
import { winCar } from "./winCar";

const folder = mkdtempSync(path.join(tmpdir(), "seriba-papers-"));
const server = await testApp({ environment: { FILES_DIRECTORY: folder } });
const { context, ids } = server;
const people = {
  client: await signIn(server, "client"),
  dealer: await signIn(server, "dealer"),
  restricted: await signIn(server, "restricted"),
  manager: await signIn(server, "manager"),
};
type Who = keyof typeof people;
const list = "/api/lists/purchase-papers";
const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(900, "a")]);

const get = async (who: Who, url: string) =>
  server.call({ url, ...people[who] });
const upload = async (who: Who) => {
  const query = "list=purchase-papers&field=files&name=paper.pdf";
  const reply = await server.call({
    ...{ method: "POST", url: `/api/record-files?${query}`, payload: pdf },
    headers: { "content-type": "application/octet-stream" },
    ...people[who],
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ file: { id: string; address: string } }>().file;
};
const add = (who: Who, payload: Json) =>
  server.call({ method: "POST", url: list, payload, ...people[who] });
const remove = (who: Who, id: string, tag = '"1"') =>
  server.call({
    ...{ method: "DELETE", url: `${list}/${id}` },
    headers: { "if-match": tag },
    ...people[who],
  });
const idsFor = async (who: Who, query = "") => {
  const reply = await get(who, `${list}${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<{ rows: { id: string }[] }>().rows.map(({ id }) => id);
};

let purchaseId: string;
let foreignId: string;
let internal: { id: string; tag: string };
let file: { id: string; address: string };

beforeAll(async () => {
  purchaseId = await winCar(server, "2026-11-19");
  foreignId = await winCar(server, "2026-11-19", "dealer");
  file = await upload("manager");
  const paper = { purchaseId, kind: "invoice", number: "USS-88121" };
  internal = saved(
    await add("manager", {
      ...paper,
      ...{ files: [{ id: file.id }], expiresOn: "2026-12-04" },
    }),
  );
});

describe("an internal paper", () => {
  it("is read by managers alone, with its files", async () => {
    expect(await idsFor("manager")).toContain(internal.id);
    expect((await get("manager", file.address)).statusCode).toBe(200);
    for (const who of ["client", "dealer", "restricted"] as const) {
      expect(await idsFor(who)).toEqual([]);
      for (const call of ["", "/history"]) {
        const url = `${list}/${internal.id}${call}`;
        expect((await get(who, url)).statusCode).toBeGreaterThan(400);
      }
      expect((await get(who, file.address)).statusCode).toBe(404);
      const small = await get(who, `${file.address}?size=small`);
      expect(small.statusCode).toBe(404);
    }
  });

  it("is missing from counts, search, exports and the palette of its client", async () => {
    const bodies = [
      `${list}/filters`,
      `${list}?where=number&what=USS-88121`,
      `${list}/export?format=csv`,
      "/api/palette?text=USS-88121",
    ];
    for (const url of bodies) {
      const seen = (await get("manager", url)).body;
      const { body } = await get("client", url);
      expect(body, url).not.toContain("USS-88121");
      if (url.endsWith("filters")) {
        expect(seen).toContain('"invoice"');
        expect(body).not.toContain('"invoice"');
      }
    }
  });

  it("is announced to managers alone", async () => {
    const { seq } = await context.database.kysely
      .selectFrom("record_history")
      .select(({ fn }) => fn.max<string>("seq").as("seq"))
      .where("record_id", "=", internal.id)
      .executeTakeFirstOrThrow();
    const news = await recordNews(context).read({
      ...{ after: BigInt(seq) - 1n, upTo: BigInt(seq) },
    });
    if (!news) throw new Error("Too many changes");
    const toldTo = async (who: Who) => {
      const id = ids[`${who}@seriba.test`] ?? "";
      const viewer = await findViewer(context.database.kysely, id);
      if (!viewer) throw new Error("No such user");
      return JSON.stringify(eventsOf(news, viewer)).includes(internal.id);
    };
    expect(await toldTo("manager")).toBe(true);
    expect(await toldTo("client")).toBe(false);
  });

  it("is not changed or removed by its client", async () => {
    expect((await remove("client", internal.id, internal.tag)).statusCode).toBe(
      404,
    );
    const changed = await server.call({
      ...{ method: "PUT", url: `${list}/${internal.id}` },
      headers: { "if-match": internal.tag },
      payload: { purchaseId, kind: "passport" },
      ...people.client,
    });
    expect(changed.statusCode).toBe(403);
  });
});

describe("a paper that the client may see", () => {
  it("is read by the client with its files, and not changed", async () => {
    const shown = await upload("manager");
    const paper = saved(
      await add("manager", {
        ...{ purchaseId, kind: "bill", isShown: true },
        files: [{ id: shown.id }],
      }),
    );
    expect(await idsFor("client")).toEqual([paper.id]);
    expect((await get("client", shown.address)).statusCode).toBe(200);
    for (const other of ["dealer", "restricted"] as const)
      expect((await get(other, shown.address)).statusCode).toBe(404);
    const refused = await remove("client", paper.id, paper.tag);
    expect(refused.statusCode).toBe(409);
    const { detail } = (await get("client", `${list}/${paper.id}`)).json<{
      detail: Json;
    }>();
    expect(detail).not.toHaveProperty("isShown");
    expect((await remove("manager", paper.id, paper.tag)).statusCode).toBe(200);
    expect((await get("client", shown.address)).statusCode).toBe(404);
  });
});

describe("a client", () => {
  it("adds a T/T copy and a passport, sees them and may remove them", async () => {
    const own = await upload("client");
    const copy = saved(
      await add("client", {
        ...{ purchaseId, kind: "transferCopy", files: [{ id: own.id }] },
      }),
    );
    expect(await idsFor("client")).toEqual([copy.id]);
    expect((await get("client", own.address)).statusCode).toBe(200);
    expect((await get("manager", own.address)).statusCode).toBe(200);
    expect((await remove("client", copy.id, copy.tag)).statusCode).toBe(200);
    const passport = await add("client", { purchaseId, kind: "passport" });
    expect(passport.statusCode).toBe(201);
  });

  it("adds no paper of another kind, with the reason in words", async () => {
    const reply = await add("client", { purchaseId, kind: "bill" });
    expect(reply.statusCode).toBe(409);
    expect(reply.json<{ message: string }>().message).toContain("T/T copy");
  });

  it("adds no paper to the purchase of somebody else, and names no other author", async () => {
    const foreign = await add("client", {
      ...{ purchaseId: foreignId, kind: "passport" },
    });
    expect(foreign.statusCode).toBe(422);
    const author = { addedBy: ids["manager@seriba.test"] };
    const posed = { purchaseId, kind: "passport", ...author };
    expect((await add("client", posed)).statusCode).toBe(400);
    const open = { purchaseId, kind: "passport", isShown: true };
    expect((await add("client", open)).statusCode).toBe(400);
    const names = await get(
      "client",
      "/api/names?list=purchased-cars&field=lotNo",
    );
    const found = names.json<{ options: { value: string }[] }>().options;
    expect(found.map(({ value }) => value)).toEqual([purchaseId]);
  });

  it("keeps the T/T copy once the payment is booked, and only managers remove it", async () => {
    const copy = { purchaseId, kind: "transferCopy" };
    const early = saved(await add("client", copy));
    const late = saved(await add("client", copy));
    const purchase = `/api/lists/purchased-cars/${purchaseId}`;
    const moved = async (payload: Json) => {
      const reply = await server.call({
        ...{ method: "PATCH", url: purchase, payload },
        ...people.manager,
      });
      expect(reply.statusCode, reply.body).toBe(200);
    };
    expect((await remove("client", early.id, early.tag)).statusCode).toBe(200);
    await moved({ moneyState: "invoiced", invoiceNo: "A-1" });
    await moved({ moneyState: "proofSent" });
    await moved({ moneyState: "received", receivedOn: "2026-11-20" });
    const refused = await remove("client", late.id, late.tag);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<Json>()).toMatchObject({
      message: expect.stringContaining("The payment is booked") as string,
    });
    expect((await remove("manager", late.id, late.tag)).statusCode).toBe(200);
    const removed = await get("manager", `${list}/${late.id}/history`);
    expect(removed.statusCode).toBe(200);
    expect(removed.json<{ history: Json[] }>().history[0]).toMatchObject({
      action: "remove",
    });
    const unseen = await get("client", `${list}/${late.id}/history`);
    expect(unseen.statusCode).toBeGreaterThan(400);
  });

  it("adds at most 20 papers to a purchase, also at the same time", async () => {
    const other = await winCar(server, "2026-11-19");
    const paper = { purchaseId: other, kind: "passport" };
    const replies = await Promise.all(
      Array.from({ length: 22 }, () => add("client", paper)),
    );
    const added = replies.filter(({ statusCode }) => statusCode === 201);
    expect(added).toHaveLength(20);
    const refused = replies.find(({ statusCode }) => statusCode === 422);
    expect(refused?.json<{ message: string }>().message).toContain(
      "as many entries as this list allows",
    );
    // Managers have no limit, and other purchases have one of their own.
    expect((await add("manager", paper)).statusCode).toBe(201);
    const own = { purchaseId, kind: "passport" };
    expect((await add("client", own)).statusCode).toBe(201);
  });

  it("is not a dealer, who reads papers of clients and adds none", async () => {
    const reply = await add("dealer", { purchaseId, kind: "passport" });
    expect(reply.statusCode).toBe(403);
  });
});

it("finds papers that expire soon", async () => {
  const soon = "?expiresFrom=2026-11-20&expiresTo=2026-12-04";
  expect(await idsFor("manager", soon)).toEqual([internal.id]);
  const earlier = "?expiresFrom=2026-11-20&expiresTo=2026-12-03";
  expect(await idsFor("manager", earlier)).toEqual([]);
});
