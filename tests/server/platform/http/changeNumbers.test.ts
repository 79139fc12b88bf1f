import { expect, it } from "vitest";
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
  const number = String(written.headers["change-number"]);
  expect(number).toMatch(/^[1-9]\d*$/);
  const reply = await list({ "change-number": number });
  expect(Number(reply.headers["change-number"])).toBeGreaterThanOrEqual(
    Number(number),
  );
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

it("does not number the writes of strangers", async () => {
  const reply = await server.app.inject({ method: "POST", url: "/api/auth" });
  expect(reply.headers["change-number"]).toBeUndefined();
});
