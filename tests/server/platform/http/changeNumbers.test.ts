import { sql, type Kysely } from "kysely";
import { expect, it } from "vitest";
import {
  announceChange,
  createChangeHub,
  readLastNumber,
} from "../../../../server/platform/changes";
import type { Tables } from "../../../../server/platform/database";
import { signIn, testApp } from "../../../support/app";
import { addLot, bidOn } from "../../bidding/support";

const server = await testApp({ now: "2026-11-20T12:00:00+09:00" });
const { cookies } = await signIn(server, "client");

const list = (headers: Record<string, string> = {}) =>
  server.call({ url: "/api/bid/my-bid", cookies, headers });

it("numbers a write, and the list that includes it", async () => {
  const lotId = await addLot(server.context.database, { startPrice: 5_000 });
  const written = await server.call({
    method: "POST",
    url: "/api/bid/create",
    payload: bidOn(lotId, { amount: 5_000, bidType: 1 }),
    cookies,
  });
  const header = String(written.headers["change-number"]);
  expect(header).toMatch(/^bids=[1-9]\d*, accounts=[1-9]\d*$/);
  const reply = await list({ "change-number": header });
  expect(Number(reply.headers["change-number"])).toBeGreaterThanOrEqual(
    Number(/^bids=(\d+)/.exec(header)?.[1]),
  );
});

it("numbers a repeated write as it numbered the first, whatever was written since", async () => {
  const lotId = await addLot(server.context.database, { startPrice: 5_000 });
  const place = () =>
    server.call({
      method: "POST",
      url: "/api/bid/create",
      payload: bidOn(lotId, { amount: 5_000, bidType: 1 }),
      headers: { "idempotency-key": "numbered-again" },
      cookies,
    });
  const first = await place();
  await addLot(server.context.database, { startPrice: 5_000 });
  const again = await place();
  expect(again.json()).toEqual(first.json());
  expect(first.headers["change-number"]).toMatch(/^bids=\d+, accounts=\d+$/);
  expect(again.headers["change-number"]).toBe(first.headers["change-number"]);
});

it("leaves the changes of open transactions out of the number of a list", async () => {
  const { database } = server.context;
  const writer = await database.kysely.startTransaction().execute();
  await announceChange(writer, "lots");
  const open = await readLastNumber(database.kysely);
  const lotId = await addLot(database, { startPrice: 5_000 });
  const written = await server.call({
    method: "POST",
    url: "/api/bid/create",
    payload: bidOn(lotId, { amount: 5_000, bidType: 1 }),
    cookies,
  });
  const reply = await list({
    "change-number": String(written.headers["change-number"]),
  });
  expect(Number(reply.headers["change-number"])).toBeLessThan(Number(open));
  await writer.rollback().execute();
});

it("numbers the page of a row, from which the live stream can begin", async () => {
  const id = await addLot(server.context.database);
  const url = `/api/auction/detail?id=${id}`;
  const reply = await server.call({ url, cookies });
  expect(reply.headers["change-number"]).toMatch(/^[1-9]\d*$/);
});

it("ignores a malformed number", async () => {
  for (const number of ["-1", "x", "9".repeat(30)])
    expect((await list({ "change-number": number })).statusCode).toBe(200);
});

it("ignores a number that no write has taken", async () => {
  const { "change-number": number } = (await list()).headers;
  const reply = await list({ "change-number": "999999999999999999" });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["change-number"]).toBe(number);
});

const hubOver = (kysely: Kysely<Tables>) => {
  const { database, log } = server.context;
  return createChangeHub({ database: { ...database, kysely }, log });
};

it("looks up untaken numbers of many requests by one statement", async () => {
  const { kysely } = server.context.database;
  let statements = 0;
  const counted = kysely.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const hub = hubOver(counted);
  const taken = await readLastNumber(kysely);
  const asked = Array.from({ length: 40 }, () => hub.isTaken(taken + 1n));
  expect(await Promise.all([...asked, hub.isTaken(taken)])).toEqual([
    ...asked.map(() => false),
    true,
  ]);
  expect(statements).toBe(1);
});

it("finds a number that another server has just taken", async () => {
  const { kysely } = server.context.database;
  const hub = hubOver(kysely);
  const number = (await readLastNumber(kysely)) + 1n;
  expect(await hub.isTaken(number)).toBe(false);
  await sql`select nextval('change_seq')`.execute(kysely);
  expect(await hub.isTaken(number)).toBe(true);
});

it("does not number the writes of strangers", async () => {
  const reply = await server.app.inject({ method: "POST", url: "/api/auth" });
  expect(reply.headers["change-number"]).toBeUndefined();
});
