import { sql } from "kysely";
import { expect, it } from "vitest";
import type { BidWorkReply } from "../../../generated/schemas";
import { signIn, testApp } from "../../support/app";
import { testDatabase } from "../../support/database";
import { openHistory } from "./history/driver";

const database = await testDatabase("accounts");
const history = await openHistory(database);
for (let step = 0; step < 400; step += 1) await history.step();
await history.sweep();
const server = await testApp({ database, now: history.now().toISOString() });

const read = async <Reply>(url: string): Promise<Reply> => {
  const reply = await server.call({
    url: `/api${url}`,
    ...(await signIn(server, "admin")),
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<Reply>();
};

/** Reads a list page by page, as a person does. */
async function rowsOf<Row>(path: string, name = "rows"): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length === (page - 1) * 70; page += 1) {
    const separator = path.includes("?") ? "&" : "?";
    const url = `${path}${separator}page=${page}&pageSize=70`;
    rows.push(...((await read<Record<string, Row[]>>(url))[name] ?? []));
  }
  return rows;
}

const stored = async <Row>(statement: string): Promise<Row[]> =>
  (await sql.raw<Row>(statement).execute(database.kysely)).rows;

type Owned = { userId: string; yen: number };
const sumOf = (rows: readonly Owned[], userId: string) =>
  rows
    .filter((row) => row.userId === userId)
    .reduce((sum, { yen }) => sum + yen, 0);

it("the list of clients shows the sums of their transfers and holds", async () => {
  const transfers = (
    await rowsOf<{ userId: string; change: number }>("/lists/transfers")
  ).map(({ userId, change }) => ({ userId, yen: change }));
  const holds = await stored<Owned>(`
    select user_id::text as "userId", amount::float8 as yen from account_holds
    where state = 'pending'`);
  expect(transfers.length).toBeGreaterThan(20);
  for (const client of await rowsOf<{ id: string; creditLimit: number }>(
    "/clients",
  )) {
    const balance = sumOf(transfers, client.id);
    const held = sumOf(holds, client.id);
    const free = Math.max(0, balance + client.creditLimit - held);
    expect(client).toMatchObject({
      ...{ balance, activeBids: held, bidAllow: balance > 0 ? free : 0 },
    });
  }
});

it("the tabs of bids and the managers' work count the bids behind them", async () => {
  const bids = await stored<{ status: number; waits: boolean; day: string }>(`
    select bid_status as status, decision_reason is not null as waits,
      (auction_at at time zone 'Asia/Tokyo')::date::text as day from bids`);
  expect(bids.length).toBeGreaterThan(50);
  const all = await rowsOf("/bid/index?bidStatus=All", "cars");
  expect(all).toHaveLength(bids.length);
  const { counters } = await read<{
    counters: { status: string; count: number }[];
  }>("/bid/index");
  for (const tab of counters) {
    const isShown = ({ status }: { status: number }) =>
      tab.status === "Archive"
        ? [3, 4, 5].includes(status)
        : ["All", String(status)].includes(tab.status);
    expect(tab).toMatchObject({ count: bids.filter(isShown).length });
  }
  const work = await read<BidWorkReply>("/bid/work");
  expect(work.undecided).toBe(bids.filter(({ waits }) => waits).length);
  const link = "/bid/index?bidStatus=All&needsDecision=1";
  expect(await rowsOf(link, "cars")).toHaveLength(work.undecided);
  const ofToday = (status: number) =>
    bids.filter((bid) => bid.day === work.day && bid.status === status).length;
  const [house = { newBids: 0, bids: 0 }] = work.groups;
  expect(house).toMatchObject({ newBids: ofToday(1), bids: ofToday(2) });
});
