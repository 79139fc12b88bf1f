import type { FastifyInstance } from "fastify";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { buildApp } from "../../../server/app";
import {
  hashOf,
  newSecret,
  refreshToken,
} from "../../../server/identity/tokens";
import { cookiesOf, testApp } from "../../support/app";
import { openAll } from "../../support/areas";
import {
  clientsOverLimit,
  expectedMoney,
  writtenMoney,
} from "../payments/support";
import { addClient, addLots, bidOn, noon } from "./support";

const clients = 18;
const lotsEach = 5;

const server = await testApp({
  now: noon,
  // The server sheds no call, so that only the limits of the clients count.
  environment: { MAX_CONCURRENCY: "400" },
});
const { database } = server.context;
/** Another server over the same database. */
const second = await buildApp(openAll(server.context));
afterAll(() => second.close());

const listen = async (app: FastifyInstance) => {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
};
const ports = [await listen(server.app), await listen(second)];

/** Opens a session without a password, whose check takes long. */
async function cookieOf(userId: string): Promise<string> {
  const family = newSecret();
  const refresh = refreshToken(family);
  const at = new Date(noon);
  await database.kysely
    .insertInto("sessions")
    .values({
      user_id: userId,
      family_hash: hashOf(family),
      refresh_hash: hashOf(refresh),
      uses_demo_password: false,
      created_at: at,
      expires_at: new Date(at.getTime() + 3_600_000),
    })
    .execute();
  const reply = await server.call({
    url: "/api/auth/update",
    cookies: { "seriba-refresh": refresh },
    headers: { referer: "http://localhost/" },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return `seriba-access=${cookiesOf(reply)["seriba-access"] ?? ""}`;
}

/** The accounts in turn, with the number of bids of 200,000 yen that each allows. */
const accounts = [
  { account: { dailyBidLimit: 3 }, free: 3, refusal: "bid_limit" },
  { account: { dailyUssLimit: 2 }, free: 2, refusal: "uss_limit" },
  {
    account: { balance: 100_000, creditLimit: 400_000 },
    free: 2,
    refusal: "insufficient_credit",
  },
] as const;

it("many clients at once on two servers fill their limits exactly", async () => {
  const lotIds = await addLots(database, lotsEach, {
    auctionName: "USS Tokyo",
  });
  const people = [];
  for (let index = 0; index < clients; index += 1) {
    const kind = accounts[index % accounts.length] ?? accounts[0];
    const { userId } = await addClient(database, kind.account);
    people.push({ ...kind, userId, cookie: await cookieOf(userId) });
  }
  const place = async (cookie: string, lotId: string, port: number) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/bid/create`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(bidOn(lotId, { bidType: 1 })),
    });
    const body = (await reply.json()) as { messageCode?: string };
    return reply.ok ? "taken" : `${reply.status} ${body.messageCode}`;
  };
  const outcomes = await Promise.all(
    people.map(({ cookie }) =>
      Promise.all(
        lotIds.map((lotId, index) =>
          place(cookie, lotId, ports[index % ports.length] ?? 0),
        ),
      ),
    ),
  );
  for (const [index, { free, refusal }] of people.entries())
    expect(outcomes[index]?.toSorted()).toEqual([
      ...Array.from({ length: lotsEach - free }, () => `422 ${refusal}`),
      ...Array.from({ length: free }, () => "taken"),
    ]);
  for (const { userId, free } of people) {
    const bids = await database.kysely
      .selectFrom("bids")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    expect(bids).toHaveLength(free);
  }
  expect(await clientsOverLimit(database)).toEqual([]);
  expect(await writtenMoney(database)).toEqual(await expectedMoney(database));
});
