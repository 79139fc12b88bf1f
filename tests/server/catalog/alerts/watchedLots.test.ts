import { eventsOf } from "../../../../server/platform/live";
import { beforeEach, expect, it } from "vitest";
import { lotSource, writeLots } from "../../../../server/catalog";
import { alertNews } from "../../../../server/catalog/alerts/alertLists";
import { alertMailJob } from "../../../../server/catalog/alerts/alertMailJob";
import { watchedLotJob } from "../../../../server/catalog/alerts/watchedLots";
import { mailsOf } from "../../../support/areas";
import { readLastNumber } from "../../../../server/platform/changes";
import { inTransaction } from "../../../../server/platform/database";
import { findRecipient } from "../../../../server/identity";
import { composeMail, selectMails } from "../../../../server/platform/mail";
import { createListingReader } from "../../../../server/workspace/listing";
import { lotPorts } from "../../../../server/bidding";
import { signIn } from "../../../support/app";
import { carLot, catalogApp } from "../support/catalogApp";

const auctionDate = "2026-11-20T10:00:00+09:00";
const lot = (fields = {}) => carLot("watched", { auctionDate, ...fields });
const test = await catalogApp([lot()]);
const { context, ids } = test;
const { kysely } = context.database;
const client = ids["client@seriba.test"] ?? "";
const reader = createListingReader(context, lotSource);

const run = (time: string) => {
  test.setNow(time);
  return watchedLotJob({ ...context, ports: lotPorts }, reader).run(
    new AbortController().signal,
  );
};
const alerts = () =>
  kysely
    .selectFrom("alerts")
    .select(["kind", "title", "price"])
    .orderBy("id")
    .execute();
const setResult = (fields: object) =>
  inTransaction(context.database, (trx) =>
    writeLots(trx, "auction", [lot(fields)]),
  );

const watch = async (time: string) => {
  const id = await test.idOf("watched");
  const values = { user_id: client, lot_id: id, lot_area: "auction" };
  for (const group_name of ["A", "B"])
    await kysely
      .insertInto("favorites")
      .values({ ...values, group_name, added_at: new Date(time) })
      .execute();
};

beforeEach(async () => {
  for (const table of ["favorites", "deliveries", "alerts"] as const)
    await kysely.deleteFrom(table).execute();
  await kysely
    .updateTable("lots")
    .set({ row_hash: "", status: 4532, sold_price: null })
    .set({ result_revision: 0, offering: 1 })
    .execute();
  await setResult({ status: 4532 });
});

it("tells of a watched lot one day and one hour before the deadline and of its result, once each", async () => {
  await watch("2026-11-18T10:00:00+09:00");
  expect(await run("2026-11-19T09:29:00+09:00")).toBe(0);
  expect(await run("2026-11-19T09:30:00+09:00")).toBe(1);
  expect(await run("2026-11-20T08:29:00+09:00")).toBe(0);
  const both = await Promise.all([
    run("2026-11-20T08:30:00+09:00"),
    run("2026-11-20T08:30:00+09:00"),
  ]);
  expect(both.toSorted()).toEqual([0, 1]);
  await setResult({ status: 4533, soldPrice: 900_000 });
  expect(await run("2026-11-20T11:00:00+09:00")).toBe(1);
  expect(await run("2026-11-20T11:01:00+09:00")).toBe(0);
  expect(await alerts()).toEqual([
    { kind: "day-before", title: "TOYOTA COROLLA", price: null },
    { kind: "hour-before", title: "TOYOTA COROLLA", price: null },
    { kind: "sold", title: "TOYOTA COROLLA", price: 900_000 },
  ]);
});

it("tells of a sale by negotiation after the lot was not sold, and of the next offering", async () => {
  await watch("2026-11-18T10:00:00+09:00");
  await setResult({ status: 4535 });
  expect(await run("2026-11-20T11:00:00+09:00")).toBe(1);
  await setResult({ status: 4534, soldPrice: 800_000 });
  expect(await run("2026-11-20T15:00:00+09:00")).toBe(1);
  await setResult({ status: 4532, auctionDate: "2026-11-27T10:00:00+09:00" });
  expect(await run("2026-11-26T09:30:00+09:00")).toBe(1);
  await setResult({
    status: 4535,
    auctionDate: "2026-11-27T10:00:00+09:00",
  });
  expect(await run("2026-11-27T11:00:00+09:00")).toBe(1);
  expect(await run("2026-11-27T11:01:00+09:00")).toBe(0);
  expect(await alerts()).toMatchObject([
    { kind: "unsold" },
    { kind: "sold", price: 800_000 },
    { kind: "day-before" },
    { kind: "unsold" },
  ]);
});

it("reminds of a postponed auction on its new day too", async () => {
  await watch("2026-11-18T10:00:00+09:00");
  expect(await run("2026-11-19T09:30:00+09:00")).toBe(1);
  await setResult({ status: 4532, auctionDate: "2026-11-27T10:00:00+09:00" });
  expect(await run("2026-11-26T09:30:00+09:00")).toBe(1);
  expect(await alerts()).toMatchObject([
    { kind: "day-before" },
    { kind: "day-before" },
  ]);
});

it("tells only open pages of the owner about new alerts", async () => {
  await watch("2026-11-18T10:00:00+09:00");
  const after = await readLastNumber(kysely);
  await run("2026-11-19T09:30:00+09:00");
  const upTo = await readLastNumber(kysely);
  const news = await alertNews(context).read({ after, upTo });
  const { id } = await kysely
    .selectFrom("alerts")
    .select("id")
    .executeTakeFirstOrThrow();
  const viewer = { userType: 2, userLevel: 2, roleId: 2, permissions: {} };
  expect(news && eventsOf(news, { ...viewer, userId: client })).toEqual([
    { name: "records", data: { lists: [{ list: "alerts", ids: [id] }] } },
    { name: "counters", data: {} },
  ]);
  expect(news && eventsOf(news, { ...viewer, userId: "999" })).toEqual([]);
});

it("leaves new alerts out of lists whose fixed condition they do not meet", async () => {
  await watch("2026-11-18T10:00:00+09:00");
  const after = await readLastNumber(kysely);
  await run("2026-11-19T09:30:00+09:00");
  const upTo = await readLastNumber(kysely);
  const workspace = {
    ...context.workspace,
    resources: () =>
      context.workspace.resources().map((resource) => ({
        ...resource,
        ...(resource.name === "alerts" && {
          where: [{ field: "kind", in: ["sold"] }],
        }),
      })),
  };
  const news = await alertNews({ ...context, workspace }).read({ after, upTo });
  const viewer = { userType: 2, userLevel: 2, roleId: 2, permissions: {} };
  expect(news && eventsOf(news, { ...viewer, userId: client })).toEqual([
    { name: "records", data: { lists: [{ list: "alerts", ids: [] }] } },
    { name: "counters", data: {} },
  ]);
});

it("leaves out a reminder that was due before the lot was watched", async () => {
  await watch("2026-11-19T12:00:00+09:00");
  expect(await run("2026-11-19T12:01:00+09:00")).toBe(0);
  expect(await run("2026-11-20T08:30:00+09:00")).toBe(1);
  expect(await alerts()).toMatchObject([{ kind: "hour-before" }]);
});

it("reminds a client who has bid only once", async () => {
  await watch("2026-11-18T10:00:00+09:00");
  const bid = await test.call({
    method: "POST",
    url: "/api/bid/create",
    payload: {
      carId: await test.idOf("watched"),
      lotType: "auction",
      amount: 100_000,
      bidType: 1,
      confirm: 1,
    },
    ...(await signIn(test, "client")),
  });
  expect(bid.statusCode, bid.body).toBe(200);
  expect(await run("2026-11-19T10:00:00+09:00")).toBe(1);
  expect(await run("2026-11-20T09:00:00+09:00")).toBe(0);
});

it("writes the deadline of bids before the beginning of the auction", async () => {
  await kysely.deleteFrom("outbox").execute();
  await watch("2026-11-18T10:00:00+09:00");
  await run("2026-11-20T08:30:00+09:00");
  await alertMailJob(context).run(new AbortController().signal);
  const [mail] = await inTransaction(context.database, async (trx) => {
    const mails = await selectMails(trx).execute();
    const { messages, clock } = context;
    const texts = {
      kinds: mailsOf(context),
      messages,
      now: clock.now(),
      findRecipient,
    };
    return Promise.all(mails.map((queued) => composeMail(trx, texts, queued)));
  });
  expect(mail?.text).toContain(
    "Bids close on 2026-11-20 09:30, Japan time. The auction begins on 2026-11-20 10:00.",
  );
});

it("sends only the alerts that the owner wishes", async () => {
  await watch("2026-11-18T10:00:00+09:00");
  const set = (isOn: boolean) =>
    kysely
      .updateTable("users")
      .set({ alert_day_before: isOn, alert_results: isOn })
      .where("id", "=", client)
      .execute();
  await set(false);
  expect(await run("2026-11-19T10:00:00+09:00")).toBe(0);
  await setResult({ status: 4535 });
  expect(await run("2026-11-20T11:00:00+09:00")).toBe(0);
  await set(true);
  expect(await run("2026-11-20T11:01:00+09:00")).toBe(0);
});

it("tells of the result of a lot whose auction has a day but no time, if it was watched on that day", async () => {
  const day = { auctionDate: "2026-11-20T00:00:00+09:00" };
  await setResult(day);
  await watch("2026-11-20T09:00:00+09:00");
  expect(await run("2026-11-20T09:01:00+09:00")).toBe(0);
  await setResult({ ...day, status: 4535 });
  expect(await run("2026-11-20T12:00:00+09:00")).toBe(1);
  expect(await alerts()).toMatchObject([{ kind: "unsold" }]);
});

it("tells of a watched car at a fixed price only that it is sold", async () => {
  const stock = (fields: object) =>
    inTransaction(context.database, (trx) =>
      writeLots(trx, "stock", [carLot("stock", { auctionDate, ...fields })]),
    );
  await stock({});
  const values = { user_id: client, lot_id: await test.idOf("stock") };
  await kysely
    .insertInto("favorites")
    .values({
      ...values,
      lot_area: "stock",
      group_name: "A",
      added_at: new Date("2026-11-18T10:00:00+09:00"),
    })
    .execute();
  expect(await run("2026-11-20T09:20:00+09:00")).toBe(0);
  await stock({ status: 4534 });
  expect(await run("2026-11-21T09:00:00+09:00")).toBe(0);
  await stock({ status: 4533, soldPrice: 700_000 });
  expect(await run("2026-11-21T09:01:00+09:00")).toBe(1);
  expect(await alerts()).toMatchObject([{ kind: "sold", price: 700_000 }]);
});
