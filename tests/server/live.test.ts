import { sql } from "kysely";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { LiveReply, ViewProfileReply } from "../../generated/schemas";
import { writeLots } from "../../server/catalog";
import { findChangedLots } from "../../server/catalog/lotQueries";
import { announceChange, readLastNumber } from "../../server/platform/changes";
import { placeBid } from "../../server/bidding/placeBid";
import { signInAnew, testApp } from "../support/app";
import { readLive, type LiveReader } from "../support/liveReader";
import { addLot, bidOn, lotOf } from "./bidding/support";
import { eventually } from "../support/eventually";

const server = await testApp({ now: "2026-11-20T12:00:00+09:00" });
const { app, context, ids } = server;
const { database } = context;
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;

type Who = Parameters<typeof signInAnew>[1];
const opened: LiveReader[] = [];

/** Opens a stream for an account and waits for its first position. */
async function follow(who: Who, after?: string): Promise<LiveReader> {
  const { cookies } = await signInAnew(server, who);
  return followWith(cookies, after);
}

async function followWith(cookies: Record<string, string>, after?: string) {
  const reader = await readLive({ port, cookies, after });
  opened.push(reader);
  if (reader.status === 200)
    await eventually(() => {
      expect(reader.lastId()).toBeDefined();
    });
  return reader;
}

const userId = (who: string) => {
  const id = ids[`${who}.seriba.test`] ?? ids[`${who}@seriba.test`];
  if (!id) throw new Error(`${who} is no demo account`);
  return id;
};

/** Places a bid for an account, on a new lot by default. */
async function bid(
  who: string,
  lot?: string,
): Promise<{ bidId: string; lotId: string }> {
  const lotId = lot ?? (await addLot(database, { startPrice: 5_000 }));
  const { cookies } = await signInAnew(server, who as Who);
  const profile = await server.call({ url: "/api/user/view-profile", cookies });
  const { detail, permission } = profile.json<ViewProfileReply>();
  const { result } = await placeBid(context, {
    client: {
      viewer: { ...detail, permissions: permission },
      fullName: "Anna",
    },
    body: bidOn(lotId, { amount: 5_000, bidType: 1 }),
    key: null,
  });
  return { bidId: result.bidId, lotId };
}

const addLots = (keys: string[], fields: Record<string, unknown> = {}) =>
  database.kysely.transaction().execute((trx) =>
    writeLots(
      trx,
      "auction",
      keys.map((key) => lotOf(key, { lotNo: key, ...fields })),
    ),
  );

const bidIdsOf = (reader: LiveReader) =>
  reader
    .of("bids")
    .flatMap((data) => (data as Required<LiveReply>["bids"]).bidIds);

const lotsOf = (reader: LiveReader) => {
  const areas = reader
    .of("lots")
    .flatMap((data) => (data as Required<LiveReply>["lots"]).areas);
  return {
    added: areas.reduce((sum, { added }) => sum + added, 0),
    changed: areas.reduce((sum, { changed }) => sum + changed, 0),
    lotIds: areas.flatMap(({ lotIds = [] }) => lotIds),
  };
};

afterEach(() => {
  for (const reader of opened.splice(0)) reader.cut();
});

describe("the stream of changes", () => {
  it("begins with the hash of the declarations", async () => {
    const reader = await follow("client");
    expect(reader.events).toEqual([
      {
        name: "ready",
        data: { declarationsHash: context.workspace.declarationsHash },
      },
    ]);
  });

  it("tells a client about a deposit and new rights, and managers about the client", async () => {
    const [restricted, client, manager] = await Promise.all([
      follow("restricted"),
      follow("client"),
      follow("manager"),
    ]);
    const reply = await server.call({
      method: "POST",
      url: "/api/payments/remittance",
      payload: {
        userId: userId("restricted"),
        amount: 150_000,
        date: "2026-11-20",
      },
      headers: { "idempotency-key": "a-first-deposit" },
      ...(await signInAnew(server, "admin")),
    });
    expect(reply.statusCode).toBe(200);
    const charges = { list: "car-charges", ids: [] };
    await eventually(() => {
      expect(restricted.of("session")).toHaveLength(1);
      expect(restricted.of("account")).toEqual([{}]);
      expect(restricted.of("records")).toEqual([{ lists: [charges] }]);
      const client = { list: "clients", ids: [userId("restricted")] };
      expect(manager.of("records")).toEqual([{ lists: [client, charges] }]);
    });
    expect(client.events).toHaveLength(1);
  });

  it("tells all pages of a user about a favourite, and no other user", async () => {
    const lotId = await addLot(database);
    const [first, second, manager] = await Promise.all([
      follow("client"),
      follow("client"),
      follow("manager"),
    ]);
    const reply = await server.call({
      method: "POST",
      url: "/api/favorite/add",
      payload: { group: "A", carId: lotId, type: "auction" },
      ...(await signInAnew(server, "client")),
    });
    expect(reply.statusCode).toBe(200);
    await eventually(() => {
      for (const page of [first, second]) {
        expect(page.of("lots")).toContainEqual({
          areas: [{ area: "auction", added: 0, changed: 1, lotIds: [lotId] }],
        });
        expect(page.of("records")).toMatchObject([
          { lists: [{ list: "favorites" }] },
        ]);
      }
    });
    expect(manager.of("records")).toEqual([]);
  });

  it("names the rivals of a changed bid to managers only", async () => {
    const [own, manager] = await Promise.all([
      follow("client"),
      follow("manager"),
    ]);
    const first = await bid("client");
    await eventually(() => {
      expect(bidIdsOf(manager)).toEqual([first.bidId]);
    });
    const second = await bid("client1@dealer", first.lotId);
    await eventually(() => {
      expect(bidIdsOf(manager)).toEqual([
        first.bidId,
        second.bidId,
        first.bidId,
      ]);
    });
    const { bidId } = await bid("client");
    await eventually(() => {
      expect(bidIdsOf(own)).toEqual([first.bidId, bidId]);
    });
  });

  it("sends a bid to its client, the client's dealer and managers only", async () => {
    const [own, dealer, manager, other] = await Promise.all([
      follow("client1@dealer"),
      follow("dealer"),
      follow("manager"),
      follow("client"),
    ]);
    const { bidId, lotId } = await bid("client1@dealer");
    const { bidId: last } = await bid("client");
    await eventually(() => {
      expect(bidIdsOf(other)).toEqual([last]);
      expect(bidIdsOf(manager)).toEqual([bidId, last]);
      expect(bidIdsOf(dealer)).toEqual([bidId]);
      expect(own.of("bids")).toEqual([{ bidIds: [bidId], lotIds: [lotId] }]);
      expect(own.of("counters")).toEqual([{}]);
    });
  });

  it("sends messages and read marks to everybody who may read the bid, also after a break", async () => {
    const early = await follow("client1@dealer");
    const { bidId } = await bid("client1@dealer");
    // Later streams begin after the bid.
    await eventually(() => expect(bidIdsOf(early)).toContain(bidId));
    const chat = async (who: Who, method: "POST" | "PUT", path: string) => {
      const reply = await server.call({
        method,
        url: `/api/bid/${path}`,
        payload: { bidId, ...(method === "POST" ? { comment: "Hi" } : {}) },
        ...(await signInAnew(server, who)),
      });
      expect(reply.statusCode).toBe(200);
    };
    const { cookies } = await signInAnew(server, "manager");
    const [own, manager, other] = await Promise.all([
      follow("client1@dealer"),
      followWith(cookies),
      follow("client"),
    ]);
    await chat("client1@dealer", "POST", "save-chat");
    await eventually(() => {
      expect(bidIdsOf(own)).toEqual([bidId]);
      expect(bidIdsOf(manager)).toEqual([bidId]);
      expect(manager.of("counters")).toEqual([{}]);
    });
    manager.cut();
    await chat("admin", "PUT", "update-chat-status");
    await eventually(() => expect(bidIdsOf(own)).toEqual([bidId, bidId]));
    const resumed = await followWith(cookies, manager.lastId());
    await eventually(() => expect(bidIdsOf(resumed)).toEqual([bidId]));
    const { bidId: last } = await bid("client");
    await eventually(() => {
      expect(bidIdsOf(other)).toEqual([last]);
    });
  });

  it("counts added lots and names changed lots", async () => {
    const reader = await follow("client");
    await addLots(["n1", "n2", "n3"]);
    await eventually(() => {
      expect(lotsOf(reader)).toEqual({ added: 3, changed: 0, lotIds: [] });
    });
    await addLots(["n2", "n4"], { startPrice: 9_000 });
    const { id } = await database.kysely
      .selectFrom("lots")
      .select("id")
      .where("source_id", "=", "n2")
      .executeTakeFirstOrThrow();
    await eventually(() => {
      expect(lotsOf(reader)).toEqual({ added: 4, changed: 1, lotIds: [id] });
    });
  });

  it("leaves the ids out when more than 1,000 lots change at once", async () => {
    const keys = Array.from({ length: 1_001 }, (_, index) => `many-${index}`);
    const reader = await follow("client");
    await addLots(keys);
    await eventually(() => {
      expect(lotsOf(reader).added).toBe(keys.length);
    });
    await addLots(keys, { startPrice: 9_000 });
    await eventually(() => {
      expect(reader.of("lots")).toContainEqual({
        areas: [{ area: "auction", added: 0, changed: 1_001 }],
      });
    });
  });

  it("reads at most a number of changed lots", async () => {
    const { kysely } = database;
    const after = await readLastNumber(kysely);
    await addLots(["b1", "b2", "b3"]);
    const upTo = await readLastNumber(kysely);
    const range = { after, upTo, areas: ["auction"], most: 1 };
    expect(await findChangedLots(kysely, { ...range, mostRead: 2 })).toBeNull();
    expect(await findChangedLots(kysely, { ...range, mostRead: 3 })).toEqual([
      { area: "auction", added: 3, changed: 0, lotIds: [] },
    ]);
  });

  it("sends nothing about lots to a viewer who has no list of them", async () => {
    const flags = JSON.stringify({ carAuctionsView: false });
    const viewers = database.kysely
      .updateTable("users")
      .where("id", "=", userId("client2@dealer"));
    await viewers.set({ permissions: flags }).execute();
    const blind = await follow("client2@dealer");
    const seeing = await follow("client");
    await addLots(["hidden-1"]);
    await eventually(() => {
      expect(lotsOf(seeing).added).toBe(1);
    });
    expect(blind.of("lots")).toEqual([]);
  });

  it("resumes a broken connection without a gap and without repeats", async () => {
    const { cookies } = await signInAnew(server, "client");
    const first = await followWith(cookies);
    const before = await bid("client");
    await addLots(["r1"]);
    await eventually(() => {
      expect(bidIdsOf(first)).toEqual([before.bidId]);
      expect(lotsOf(first).added).toBe(2);
    });
    first.cut();
    const missed = await bid("client");
    const foreign = await bid("client1@dealer");
    await addLots(["r2", "r3"]);
    const second = await followWith(cookies, first.lastId());
    const later = await bid("client");
    await eventually(() => {
      expect(bidIdsOf(second)).toEqual([missed.bidId, later.bidId]);
      expect(lotsOf(second).added).toBe(5);
    });
    expect(bidIdsOf(second)).not.toContain(foreign.bidId);
  });

  it("begins after a number that this server has not followed yet", async () => {
    const { kysely } = database;
    const { cookies } = await signInAnew(server, "client");
    const first = await followWith(cookies);
    const writing = await kysely.startTransaction().execute();
    await announceChange(writing, "lots");
    const made = await bid("client");
    const after = await readLastNumber(kysely);
    const second = await followWith(cookies, String(after));
    expect(BigInt(second.lastId() ?? 0)).toBeLessThan(after);
    await writing.rollback().execute();
    await eventually(() => {
      expect(bidIdsOf(first)).toEqual([made.bidId]);
      expect(bidIdsOf(second)).toEqual([made.bidId]);
    });
    expect(second.of("reset")).toEqual([]);
  });

  it("resumes after a large import without a reset", async () => {
    const before = await follow("client");
    const after = before.lastId();
    before.cut();
    await sql`select setval('change_seq', 100000)`.execute(database.kysely);
    await addLots(["i1", "i2"]);
    const present = await follow("client");
    await addLots(["i3"]);
    await eventually(() => {
      expect(lotsOf(present).added).toBeGreaterThan(0);
    });
    const resumed = await follow("client", after);
    await eventually(() => {
      expect(lotsOf(resumed).added).toBe(3);
    });
    expect(resumed.of("reset")).toEqual([]);
  });

  it("sends a reset if the position is too old or of another database", async () => {
    await sql`select setval('change_seq', 5000000)`.execute(database.kysely);
    const present = await follow("client");
    await addLots(["far"]);
    await eventually(() => {
      expect(lotsOf(present).added).toBe(1);
    });
    const old = await follow("client", "1");
    const foreign = await follow("client", "999999999999");
    await eventually(() => {
      expect(old.of("reset")).toEqual([{}]);
      expect(foreign.of("reset")).toEqual([{}]);
    });
  });

  it("ends at the logout", async () => {
    const { cookies } = await signInAnew(server, "client");
    const reader = await followWith(cookies);
    const staying = await follow("client");
    await app.inject({ method: "POST", url: "/api/auth/logout", cookies });
    await eventually(
      () => {
        expect(reader.isEnded()).toBe(true);
      },
      { interval: 20 },
    );
    expect(staying.isEnded()).toBe(false);
  });

  it("allows twenty streams for each user", async () => {
    const { cookies } = await signInAnew(server, "manager");
    const many = await Promise.all(
      Array.from({ length: 20 }, () => followWith(cookies)),
    );
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
    expect((await followWith(cookies)).status).toBe(429);
    expect((await follow("client")).status).toBe(200);
  });

  it("requires a session", async () => {
    expect((await readLive({ port, cookies: {} })).status).toBe(401);
  });
});
