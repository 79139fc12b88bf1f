import { beforeEach, describe, expect, it } from "vitest";
import { userLevels } from "../../../../domain/access";
import { languages } from "../../../../domain/limits";
import { writeLots } from "../../../../server/catalog";
import { alertMailJob } from "../../../../server/catalog/alerts/alertMailJob";
import {
  dailySearchJob,
  instantSearchJob,
} from "../../../../server/catalog/alerts/searchAlerts";
import { mailsOf } from "../../../support/areas";
import { inTransaction } from "../../../../server/platform/database";
import type { Job } from "../../../../server/platform/jobs";
import { findRecipient } from "../../../../server/identity";
import { composeMail, selectMails } from "../../../../server/platform/mail";
import { signIn } from "../../../support/app";
import { carLot, catalogApp } from "../support/catalogApp";

const test = await catalogApp([carLot("old", { maker: "TOYOTA" })]);
const { context, ids } = test;
const { database } = context;
const { kysely } = database;
const client = ids["client@seriba.test"] ?? "";

let made = 0;

const setClient = (change: {
  alert_mails?: boolean;
  quiet_hours?: string | null;
  user_level?: number;
  permissions?: string;
  language_id?: number;
}) =>
  kysely.updateTable("users").set(change).where("id", "=", client).execute();

const { permissions } = await kysely
  .selectFrom("users")
  .where("id", "=", client)
  .select("permissions")
  .executeTakeFirstOrThrow();

let cookies: Record<string, string>;
let searchId: string;

const post = (call: string, payload: object) =>
  test.call({ method: "POST", url: `/api/user/${call}`, payload, cookies });

beforeEach(async () => {
  test.setNow("2026-11-18T10:50:00+09:00");
  await kysely.deleteFrom("outbox").execute();
  await kysely.deleteFrom("saved_searches").execute();
  await kysely.deleteFrom("deliveries").execute();
  await kysely.deleteFrom("alerts").execute();
  await setClient({
    user_level: userLevels.client,
    permissions: JSON.stringify(permissions),
    language_id: languages.en,
    alert_mails: true,
    quiet_hours: null,
  });
  ({ cookies } = await signIn(test, "client"));
  const saved = await post("save-search", {
    title: "My Toyotas",
    type: "auction",
    params: "year=2015,",
  });
  searchId = saved.json<{ id: string }>().id;
  const on = await post("update-search", {
    id: searchId,
    title: "My Toyotas",
    notify: "daily",
  });
  expect(on.statusCode).toBe(200);
});

/** Imports new lots and returns their ids. */
async function addLots(count: number, fields = {}): Promise<string[]> {
  const lots = Array.from({ length: count }, () => {
    made += 1;
    return carLot(`new${made}`, {
      year: 2019,
      grade: "G <b>",
      startPrice: 1_200_000,
      ...fields,
    });
  });
  await inTransaction(database, (trx) => writeLots(trx, "auction", lots));
  return Promise.all(lots.map(({ sourceId }) => test.idOf(sourceId)));
}

const run = (job: Job) => job.run(new AbortController().signal);
const queueMails = () => run(alertMailJob(context));

/** Checks the daily searches and returns the number of mails. */
const sweep = async () => {
  await run(dailySearchJob(context));
  return queueMails();
};
/** Checks the searches with alerts at once and returns the number of alerts. */
const check = () => run(instantSearchJob(context));

const composeAll = () =>
  inTransaction(database, async (trx) => {
    const mails = await selectMails(trx).orderBy("outbox.id").execute();
    const now = context.clock.now();
    const texts = {
      kinds: mailsOf(context),
      messages: context.messages,
      now,
      findRecipient,
    };
    return Promise.all(mails.map((mail) => composeMail(trx, texts, mail)));
  });

const nextMorning = (day: number) => {
  test.setNow(`2026-11-${day}T07:00:00+09:00`);
};

it("tell of the new lots of a search, each lot once", async () => {
  const [first = ""] = await addLots(1);
  await addLots(1, { year: 2010 });
  nextMorning(19);
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
  const [mail] = await composeAll();
  expect(mail?.subject).toBe("My Toyotas: 1 new lot");
  expect(mail?.text).toContain("TOYOTA COROLLA G <b> 2019");
  expect(mail?.text).toContain("start ¥1,200,000");
  expect(mail?.text).toContain(`http://127.0.0.1:3000/car-auction/${first}`);
  expect(mail?.html).toContain("G &lt;b&gt;");
  nextMorning(20);
  expect(await sweep()).toBe(0);
  const [second = ""] = await addLots(1);
  nextMorning(21);
  expect(await sweep()).toBe(1);
  const texts = (await composeAll()).map((entry) => entry?.text ?? "");
  expect(texts[1]).toContain(second);
  expect(texts[1]).not.toContain(`car-auction/${first}\n`);
});

it("come once a day, from seven in the morning in Japan", async () => {
  await addLots(1);
  test.setNow("2026-11-18T23:59:00+09:00");
  expect(await sweep()).toBe(0);
  test.setNow("2026-11-19T06:59:00+09:00");
  expect(await sweep()).toBe(0);
  nextMorning(19);
  expect(await sweep()).toBe(1);
});

it("come once when two servers look at the same time", async () => {
  await addLots(3);
  nextMorning(19);
  const mails = await Promise.all([sweep(), sweep()]);
  expect(mails.toSorted()).toEqual([0, 1]);
});

it("show at most twenty lots and count the others, which do not come again", async () => {
  await addLots(25);
  nextMorning(19);
  await sweep();
  const [mail] = await composeAll();
  expect(mail?.subject).toBe("My Toyotas: 25 new lots");
  expect(mail?.text.match(/\/car-auction\/\d+/g)).toHaveLength(20);
  expect(mail?.text).toContain("And 5 more lots.");
  nextMorning(20);
  expect(await sweep()).toBe(0);
});

it("are written in the language of the owner", async () => {
  await setClient({ language_id: languages.ru });
  await addLots(2);
  nextMorning(19);
  await sweep();
  const [mail] = await composeAll();
  expect(mail?.subject).toBe("My Toyotas: 2 новых лота");
  expect(mail?.text).toMatch(/старт ¥1\s200\s000/);
});

it.each([
  ["a disabled user", { user_level: userLevels.disabled }],
  ["a user who lost the permission", { permissions: "{}" }],
])("are not written to %s, nor sent", async (_name, change) => {
  await addLots(1);
  nextMorning(19);
  await sweep();
  await setClient(change);
  expect(await composeAll()).toEqual([null]);
  await addLots(1);
  nextMorning(20);
  expect(await sweep()).toBe(0);
});

it("stop by the link of a mail, without signing in and as often as clicked", async () => {
  await addLots(1);
  nextMorning(19);
  await sweep();
  const [mail] = await composeAll();
  const { oneClick = "" } = mail?.content.unsubscribe ?? {};
  const click = () =>
    test.call({
      method: "POST",
      url: new URL(oneClick).pathname + new URL(oneClick).search,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
  const changeNumber = async () => {
    const { seq } = await kysely
      .selectFrom("saved_searches")
      .select(({ fn }) => fn.max<string>("seq").as("seq"))
      .executeTakeFirstOrThrow();
    return Number(seq);
  };
  const before = await changeNumber();
  expect((await click()).statusCode).toBe(200);
  expect((await click()).statusCode).toBe(200);
  // Open pages learn of the change.
  expect(await changeNumber()).toBeGreaterThan(before);
  ({ cookies } = await signIn(test, "client"));
  const searches = await test.call({
    url: "/api/user/my-search?type=auction",
    cookies,
  });
  expect(searches.json()).toMatchObject({ items: [{ notify: "none" }] });
  await addLots(1);
  nextMorning(20);
  expect(await sweep()).toBe(0);
  // A mail that was queued before is dropped.
  expect(await composeAll()).toEqual([null]);
});

it("do not stop by a wrong link, nor by a form of another site", async () => {
  const wrong = await test.call({
    method: "POST",
    url: `/api/mails/stop?token=${"x".repeat(43)}`,
  });
  expect(wrong.json()).toMatchObject({ messageCode: "link_expired" });
  const foreign = await test.call({
    method: "POST",
    url: `/api/mails/stop?token=${"x".repeat(43)}`,
    headers: {
      origin: "https://other.example",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: "a=b",
  });
  expect(foreign.json()).toMatchObject({ messageCode: "cross_site" });
});

it("are offered only for lists of lots", async () => {
  const saved = await post("save-search", {
    title: "My bids",
    type: "my-bids",
    params: "sort=year&order=DESC",
  });
  const { id } = saved.json<{ id: string }>();
  const reply = await post("update-search", {
    id,
    title: "My bids",
    notify: "daily",
  });
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toHaveProperty("errors.notify");
});

describe("a search with alerts at once", () => {
  const alerts = () =>
    kysely
      .selectFrom("alerts")
      .select(["kind", "title", "total", "lot_id", "mail_due_at"])
      .orderBy("id")
      .execute();
  const at = (time: string) => {
    test.setNow(`2026-11-18T${time}:00+09:00`);
  };
  beforeEach(async () => {
    await post("update-search", {
      id: searchId,
      title: "My Toyotas",
      notify: "now",
    });
  });

  it("tells of new lots once, in the list at once and by one mail for an import", async () => {
    expect(await check()).toBe(0);
    const [first = ""] = await addLots(1);
    await addLots(1, { year: 2010 });
    expect(await check()).toBe(1);
    expect(await check()).toBe(0);
    expect(await alerts()).toMatchObject([
      { kind: "new-lots", title: "My Toyotas", total: 1, lot_id: first },
    ]);
    at("10:51");
    await addLots(24);
    expect(await check()).toBe(1);
    expect(await alerts()).toMatchObject([{ total: 25, lot_id: null }]);
    at("10:52");
    expect(await queueMails()).toBe(0);
    at("10:53");
    expect(await queueMails()).toBe(1);
    expect(await queueMails()).toBe(0);
    const [mail] = await composeAll();
    expect(mail?.subject).toBe("My Toyotas: 25 new lots");
    expect(mail?.text).toContain("And 5 more lots.");
    expect(mail?.html).toContain("G &lt;b&gt;");
  });

  it("tells once when two servers check at the same time", async () => {
    await addLots(3);
    expect((await Promise.all([check(), check()])).toSorted()).toEqual([0, 1]);
    at("10:55");
    const mails = await Promise.all([queueMails(), queueMails()]);
    expect(mails.toSorted()).toEqual([0, 1]);
    expect(await alerts()).toMatchObject([{ total: 3 }]);
  });

  it("tells nothing of a list that its owner may no longer see", async () => {
    await addLots(1);
    await setClient({ permissions: "{}" });
    expect(await check()).toBe(0);
    expect(await alerts()).toEqual([]);
  });

  it("holds mails back in quiet hours and then sends one for all alerts", async () => {
    await setClient({
      quiet_hours: JSON.stringify({
        from: "01:00",
        to: "05:30",
        timeZone: "Europe/Moscow",
      }),
    });
    await addLots(1);
    await check();
    at("10:55");
    expect(await queueMails()).toBe(0);
    await addLots(2);
    at("11:05");
    await check();
    expect(await alerts()).toHaveLength(2);
    expect(await queueMails()).toBe(0);
    at("11:29");
    expect(await queueMails()).toBe(0);
    at("11:30");
    expect(await queueMails()).toBe(1);
    const [mail] = await composeAll();
    expect(mail?.subject).toBe("2 alerts");
    const { oneClick = "" } = mail?.content.unsubscribe ?? {};
    const { pathname, search } = new URL(oneClick);
    await test.call({ method: "POST", url: pathname + search });
    await addLots(1);
    at("11:45");
    expect(await check()).toBe(1);
    at("12:00");
    expect(await queueMails()).toBe(0);
    expect(await alerts()).toHaveLength(3);
  });

  it("is read in the list of alerts, which links to the lot and clears its counter", async () => {
    const [lot = ""] = await addLots(1);
    await check();
    const read = async (account: { cookies: Record<string, string> }) => {
      const list = await test.call({ url: "/api/lists/alerts", ...account });
      const menu = await test.call({
        url: "/api/site/menu-counters",
        ...account,
      });
      const { rows } = list.json<{ rows: { id: string }[] }>();
      return { rows, unread: menu.json<{ alerts: number }>().alerts };
    };
    const { rows, unread } = await read({ cookies });
    expect(unread).toBe(1);
    expect(rows).toMatchObject([
      { kind: "new-lots", state: "new", path: `/car-auction/${lot}` },
    ]);
    const dealer = await signIn(test, "dealer");
    expect(await read(dealer)).toEqual({ rows: [], unread: 0 });
    const mark = (account: { cookies: Record<string, string> }) =>
      test.call({
        method: "POST",
        url: "/api/alerts/read",
        payload: { ids: rows.map(({ id }) => id) },
        cookies: account.cookies,
      });
    expect((await mark(dealer)).statusCode).toBe(200);
    expect((await read({ cookies })).unread).toBe(1);
    expect((await mark({ cookies })).statusCode).toBe(200);
    expect(await read({ cookies })).toMatchObject({
      rows: [{ state: "read" }],
      unread: 0,
    });
    await addLots(2);
    at("10:51");
    await check();
    expect((await read({ cookies })).rows).toMatchObject([
      { total: 2, path: "/car-auction?year=2015," },
      { total: 1 },
    ]);
  });
});
