import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, testApp } from "../../support/app";
import { addPurchases, purchaseData, ship } from "./addPurchases";

type Json = Record<string, unknown>;

const server = await testApp({ now: "2026-12-01T10:00:00+09:00" });
const { context } = server;
const people = {
  client: await signIn(server, "client"),
  manager: await signIn(server, "manager"),
  admin: await signIn(server, "admin"),
};
type Who = keyof typeof people;
const call = (
  who: Who,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: Json,
  headers?: Record<string, string>,
) =>
  server.call({
    ...{ method, url: `/api/lists/${url}`, ...(payload && { payload }) },
    ...people[who],
    ...(headers && { headers }),
  });
const detail = async (who: Who, url: string) =>
  (await call(who, "GET", url)).json<{ detail: Json }>().detail;

const purchase = (bidId: number, changes: Json) =>
  purchaseData(server, bidId, changes);
const purchasesOf = (shipment: string) =>
  context.database.kysely
    .selectFrom("records")
    .select(["id", "version", "data"])
    .where("row_schema", "=", "purchase")
    .where(sql<boolean>`data ->> 'shipmentId' = ${shipment}`)
    .orderBy("id")
    .execute();

let shipmentId: string;
beforeAll(async () => {
  const reply = await call("manager", "POST", "shipments", ship);
  expect(reply.statusCode).toBe(201);
  shipmentId = String(reply.json<{ detail: Json }>().detail.id);
  await addPurchases(
    server,
    Array.from({ length: 60 }, (_, index) =>
      purchase(1000 + index, { carState: "sailed", shipmentId }),
    ),
  );
});

describe("a delayed ship with sixty cars", () => {
  it("gives its days to all its cars, and counts them", async () => {
    const cars = await purchasesOf(shipmentId);
    expect(cars).toHaveLength(60);
    for (const { data } of cars)
      expect(data).toMatchObject({
        ...{ ...ship, nextAction: "arrive", nextDue: "2026-12-09" },
      });
    expect(await detail("manager", `shipments/${shipmentId}`)).toMatchObject({
      cars: 60,
    });
  });

  it("moves all its cars by one change, with their next steps, and back by one undo", async () => {
    const before = await purchasesOf(shipmentId);
    const url = `shipments/${shipmentId}`;
    const late = await call("manager", "PATCH", url, { eta: "2026-12-17" });
    expect(late.statusCode).toBe(200);
    const moved = await purchasesOf(shipmentId);
    for (const { version, data } of moved)
      expect([version, data.eta, data.nextDue]).toEqual([
        ...[2, "2026-12-17", "2026-12-17"],
      ]);
    const undone = await call("manager", "PATCH", url, { eta: ship.eta });
    expect(undone.statusCode).toBe(200);
    expect(await purchasesOf(shipmentId)).toEqual(
      before.map((row) => ({ ...row, version: 3 })),
    );
  });

  it("is refused a departure after the arrival of one of its cars", async () => {
    const url = `shipments/${shipmentId}`;
    const [car] = await purchasesOf(shipmentId);
    const arrived = { carState: "arrived", arrivedOn: "2026-12-08" };
    const at = `purchased-cars/${car?.id ?? ""}`;
    expect((await call("manager", "PATCH", at, arrived)).statusCode).toBe(200);
    const refused = await call("manager", "PATCH", url, { etd: "2026-12-09" });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toHaveProperty("errors.etd");
    expect(await detail("manager", url)).toMatchObject({ etd: ship.etd });
    const back = { carState: "sailed", arrivedOn: null };
    expect((await call("manager", "PATCH", at, back)).statusCode).toBe(200);
  });

  it("loses no day when two managers change it", async () => {
    const url = `shipments/${shipmentId}`;
    const { version } = await detail("manager", url);
    const first = await call("manager", "PATCH", url, {
      ...{ version, eta: "2026-12-20" },
    });
    expect(first.statusCode).toBe(200);
    const second = await call("admin", "PATCH", url, {
      ...{ version, etd: "2026-12-05" },
    });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      ...{ messageCode: "stale_row", current: { eta: "2026-12-20" } },
    });
  });

  it("is removed only when no car refers to it", async () => {
    const url = `shipments/${shipmentId}`;
    const { version } = await detail("manager", url);
    const used = { "if-match": `"${String(version)}"` };
    const refused = await call("manager", "DELETE", url, undefined, used);
    expect(refused.json()).toMatchObject({ messageCode: "record_referred" });
    const other = await call("manager", "POST", "shipments", {
      ...{ ...ship, voyage: "900X" },
    });
    const { id } = other.json<{ detail: Json }>().detail;
    const unused = { "if-match": '"1"' };
    const removed = await call(
      ...(["manager", "DELETE", `shipments/${String(id)}`] as const),
      ...([undefined, unused] as const),
    );
    expect(removed.statusCode).toBe(200);
  });
});

describe("a purchase", () => {
  const add = async (bidId: number, changes: Json) => {
    await addPurchases(server, [purchase(bidId, changes)]);
    const { id } = await context.database.kysely
      .selectFrom("records")
      .select("id")
      .where("row_schema", "=", "purchase")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return `purchased-cars/${id}`;
  };

  it("is booked by its shipment alone", async () => {
    const url = await add(2000, { carState: "inspected" });
    const reply = await call("manager", "PATCH", url, {
      ...{ carState: "booked", shipmentId },
    });
    expect(reply.statusCode).toBe(200);
    expect(await detail("manager", url)).toMatchObject({
      ...{ carState: "booked", vessel: ship.vessel, etd: ship.etd, status: 3 },
    });
  });

  it("is booked on a ship without a shipment, by its line, vessel, port and day", async () => {
    const url = await add(2001, { carState: "inspected" });
    const without = await call("manager", "PATCH", url, { carState: "booked" });
    expect(without.statusCode).toBe(422);
    const { shippingLine, vessel, exportPort, etd } = ship;
    const reply = await call("manager", "PATCH", url, {
      ...{ carState: "booked", shippingLine, vessel, exportPort, etd },
    });
    expect(reply.statusCode).toBe(200);
  });

  it("shows its client the ship, but neither the shipment nor the list of shipments", async () => {
    const url = await add(2002, { carState: "sailed", shipmentId });
    const shown = await detail("client", url);
    expect(shown).toMatchObject({ vessel: ship.vessel, etd: ship.etd });
    expect(shown).not.toHaveProperty("shipmentId");
    expect(shown).not.toHaveProperty("shipment");
    expect((await call("client", "GET", "shipments")).statusCode).toBe(403);
    const list = await call("manager", "GET", url);
    expect(list.json()).toMatchObject({
      detail: {
        shipment: "Asian Pearl 112W, Yokohama – Vladivostok, 2026-12-04",
      },
    });
  });

  it("has the ship of before if its author takes the shipment back", async () => {
    const url = await add(2003, { carState: "inspected", vessel: "By hand" });
    await call("manager", "PATCH", url, { shipmentId });
    expect(await detail("manager", url)).toMatchObject({ vessel: ship.vessel });
    await call("manager", "PATCH", url, { shipmentId: null });
    const back = await detail("manager", url);
    expect([back.shipmentId, back.vessel, back.eta]).toEqual([
      ...[null, "By hand", null],
    ]);
  });

  const days = ["shipmentId", "vessel", "voyage", "etd", "eta"] as const;
  const shipOf = async (url: string) => {
    const found = await detail("manager", url);
    return days.map((name) => found[name]);
  };
  const booked = async (bidId: number) => {
    const url = await add(bidId, { carState: "inspected" });
    const changes = { carState: "booked", shipmentId };
    expect((await call("manager", "PATCH", url, changes)).statusCode).toBe(200);
    return url;
  };
  const none = [null, null, null, null, null];

  it("forgets its ship when the shipping is cancelled, and has it again after an undo", async () => {
    const url = await booked(2004);
    const before = await shipOf(url);
    expect(before[0]).toBe(shipmentId);
    const cancelled = { carState: "shippingCancelled" };
    const reply = await call("manager", "PATCH", url, cancelled);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await shipOf(url)).toEqual(none);
    const [last] = await context.database.kysely
      .selectFrom("record_history")
      .select(["before", "after"])
      .where("record_id", "=", url.split("/")[1] ?? "")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    expect(last?.before).toMatchObject({ shipmentId, vessel: ship.vessel });
    expect(last?.after).toMatchObject({ shipmentId: null, vessel: null });
    const undone = await call("manager", "PATCH", url, { carState: "booked" });
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await shipOf(url)).toEqual(before);
  });

  it("needs a ship for a new booking after a cancelled shipping", async () => {
    const url = await booked(2005);
    await call("manager", "PATCH", url, { carState: "shippingCancelled" });
    const other = await call("admin", "PATCH", url, { carState: "booked" });
    expect(other.statusCode).toBe(422);
    expect(await shipOf(url)).toEqual(none);
  });

  it("keeps what its booking requires if its author takes the shipment away", async () => {
    const url = await booked(2006);
    const [, ...copied] = await shipOf(url);
    const reply = await call("manager", "PATCH", url, { shipmentId: null });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await shipOf(url)).toEqual([null, ...copied]);
  });

  it("has no ship after the undo of its booking", async () => {
    const url = await booked(2007);
    const undo = { carState: "inspected", shipmentId: null };
    expect((await call("manager", "PATCH", url, undo)).statusCode).toBe(200);
    const found = await shipOf(url);
    expect(found.map((value) => value ?? null)).toEqual(none);
  });

  it("may have a day at the end of the calendar", async () => {
    const url = await add(2008, { carState: "sailed", etd: "2026-12-04" });
    const changes = { carState: "arrived", arrivedOn: "9999-12-31" };
    const reply = await call("manager", "PATCH", url, changes);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await detail("manager", url)).toMatchObject({
      ...{ nextAction: "release", nextDue: null },
    });
  });

  it("is found by its shipment", async () => {
    const reply = await server.call({
      url: `/api/purchased-cars/list?shipment=${shipmentId}`,
      ...people.manager,
    });
    const { pageInfo } = reply.json<{ pageInfo: Json }>();
    expect(pageInfo.totalSearchResults).toBe(63);
  });
});
