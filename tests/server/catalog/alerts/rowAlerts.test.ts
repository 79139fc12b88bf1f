import { beforeAll, beforeEach, expect, it } from "vitest";
import { signIn, type Account } from "../../../support/app";
import { eachDatabase } from "../../../support/database";
import { declaredCopy } from "../../../support/declaredCopy";
import {
  declareNotices,
  noticeApp,
  type NoticeApp,
} from "../../notices/noticeApp";

const copy = declaredCopy();
declareNotices(copy);
copy.editResource("tariffs", (resource) => {
  delete resource.notices;
});

eachDatabase("a saved search of a list of records", (open) => {
  let app: NoticeApp;
  beforeAll(async () => {
    app = await noticeApp(copy, await open());
  });
  beforeEach(async () => {
    await app.clear();
    for (const table of ["saved_searches", "alerts", "deliveries"] as const)
      await app.kysely.deleteFrom(table).execute();
  });

  const save = async (
    account: Account,
    body: { type?: string; notify?: string; params?: string } = {},
  ) =>
    app.call({
      method: "POST",
      url: "/api/user/save-search",
      payload: {
        ...{ title: "Dear", type: "tariffs", params: "price=500," },
        ...{ notify: "now", ...body },
      },
      ...(await signIn(app, account)),
    });
  const alertsOf = async (account: Account) =>
    (
      await app.call({
        url: "/api/lists/alerts",
        ...(await signIn(app, account)),
      })
    ).json<{ rows: Record<string, unknown>[] }>().rows;
  const check = async () => {
    const found = await Promise.all([
      app.run("instant-searches"),
      app.run("instant-searches"),
    ]);
    return found.reduce((sum, count) => sum + count, 0);
  };
  const remove = async (id: string) => {
    const reply = await app.call({
      method: "DELETE",
      url: `/api/lists/tariffs/${id}`,
      headers: { "if-match": '"1"' },
      ...(await signIn(app, "manager")),
    });
    expect(reply.statusCode, reply.body).toBe(200);
  };
  const mails = async () => {
    app.wait(2 * 60_000);
    await app.run("alert-mails");
    await app.run("send-mail");
    return app.received();
  };

  it("tells its owner once of each new row that matches", async () => {
    await app.create({ place: "Before", price: 600 });
    expect((await save("client")).statusCode).toBe(200);
    const cheap = await app.create({ place: "Durban", price: 100 });
    const id = await app.create({ place: "Kobe", price: 600 });
    await app.patch(cheap, { price: 700 });
    expect(await check()).toBe(1);
    expect(await check()).toBe(0);
    // It was changed before the check, and is new as well.
    expect(await alertsOf("client")).toMatchObject([
      { kind: "new-rows", title: "Dear", total: 2, state: "new" },
    ]);
    await app.patch(id, { price: 650 });
    expect(await check()).toBe(0);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.to).toBe("client@seriba.test");
    expect(mail?.subject).toBe("Dear: 2 new rows");
    expect(mail?.text).toContain("Place: Kobe\nPrice, yen: 650");
    expect(mail?.text).toContain(`https://portal.test/tariffs/${id}`);
    expect(mail?.text).toContain("https://portal.test/tariffs?price=500,");
    expect(mail?.headers).toContain("List-Unsubscribe:");
  });

  it("leads from the alert about one row to its page", async () => {
    await save("client");
    const id = await app.create({ place: "Kobe", price: 600 });
    expect(await check()).toBe(1);
    expect(await alertsOf("client")).toMatchObject([
      { total: 1, path: `/tariffs/${id}` },
    ]);
  });

  it("collects an import, and leaves out the rows that its owner added", async () => {
    await save("manager");
    await save("client", { notify: "daily", params: "" });
    const calls = await app.imports();
    const rows = Array.from(
      { length: 25 },
      (_, index) => `kobe,Place ${index},900,2026-12-01`,
    );
    await calls.run(["port,place,price,from", ...rows].join("\n"));
    expect(await check()).toBe(0);
    app.setNow("2026-11-21T07:00:00+09:00");
    expect(await app.run("daily-searches")).toBe(1);
    expect(await app.run("daily-searches")).toBe(0);
    const [mail] = await mails();
    expect(mail?.subject).toBe("Dear: 25 new rows");
    expect(mail?.text).toContain("And 5 more rows in the list.");
  });

  it("mails the rows as they are when the mail is sent, without removed rows", async () => {
    await save("client");
    const kobe = await app.create({ place: "Kobe", price: 600 });
    const osaka = await app.create({ place: "Osaka", price: 600 });
    const oyama = await app.create({ place: "Oyama", price: 600 });
    expect(await check()).toBe(1);
    await app.patch(kobe, { price: 800 });
    await app.patch(osaka, { price: 100 });
    await remove(oyama);
    const [mail] = await mails();
    expect(mail?.subject).toBe("Dear: 1 new row");
    expect(mail?.text).toContain("Place: Kobe\nPrice, yen: 800");
    expect(mail?.text).not.toMatch(/Osaka|Oyama|more row/);
    const gone = await app.create({ place: "Gifu", price: 600 });
    expect(await check()).toBe(1);
    await remove(gone);
    expect(await mails()).toEqual([]);
  });

  it("mails only rows that are left, although the alert has more rows than the mail shows", async () => {
    const importRows = async () => {
      await save("client");
      const calls = await app.imports();
      const rows = Array.from(
        { length: 25 },
        (_, index) => `kobe,Place ${index},900,2026-12-01`,
      );
      await calls.run(["port,place,price,from", ...rows].join("\n"));
      expect(await check()).toBe(1);
      const { lots } = await app.kysely
        .selectFrom("alerts")
        .select("lots")
        .executeTakeFirstOrThrow();
      expect(lots).toHaveLength(20);
      return lots.map(({ id }) => String(id));
    };
    const [kept = ""] = await importRows();
    await app.kysely.deleteFrom("records").where("id", "<>", kept).execute();
    expect((await mails())[0]?.subject).toBe("Dear: 1 new row");
    await app.clear();
    await app.kysely.deleteFrom("saved_searches").execute();
    await app.kysely.deleteFrom("alerts").execute();
    const shown = await importRows();
    await app.kysely.deleteFrom("records").where("id", "in", shown).execute();
    expect(await mails()).toEqual([]);
  });

  it("is checked only after rows were added to its list", async () => {
    await save("client");
    const id = await app.create({ place: "Kobe", price: 600 });
    expect(await check()).toBe(1);
    const checked = () =>
      app.kysely
        .selectFrom("saved_searches")
        .select("checked_seq")
        .executeTakeFirstOrThrow();
    const before = await checked();
    await app.patch(id, { price: 700 });
    const other = await app.call({
      method: "POST",
      url: "/api/lists/announcements",
      payload: {
        ...{ titleEn: "New", titleRu: "New", textEn: "New", textRu: "New" },
        ...{ audience: "everybody", from: "2026-11-20" },
      },
      ...(await signIn(app, "manager")),
    });
    expect(other.statusCode, other.body).toBe(201);
    expect(await check()).toBe(0);
    expect(await checked()).toEqual(before);
    await app.create({ place: "Durban", price: 100 });
    expect(await check()).toBe(0);
    expect(await checked()).not.toEqual(before);
  });

  it("sends nothing once its owner may not see the list any more", async () => {
    await save("client");
    await app.create({ place: "Kobe", price: 600 });
    expect(await check()).toBe(1);
    copy.editResource("tariffs", (resource) => {
      resource.access = { userTypes: ["manager"] };
    });
    await app.context.declarations.reload();
    expect(app.context.declarations.refused()).toEqual([]);
    expect(await mails()).toEqual([]);
    await app.create({ place: "Durban", price: 600 });
    expect(await check()).toBe(0);
    copy.editResource("tariffs", (resource) => {
      resource.access = { userTypes: ["client", "manager"] };
    });
    await app.context.declarations.reload();
  });

  it("offers alerts only in lists whose new rows are known", async () => {
    const refused = await save("client", { type: "my-bids", params: "" });
    expect(refused.statusCode).toBe(422);
    await save("client", { type: "my-bids", params: "", notify: "none" });
    await save("client", { notify: "none" });
    const reply = await app.call({
      url: "/api/user/my-search",
      ...(await signIn(app, "client")),
    });
    const { items } = reply.json<{ items: { type: string }[] }>();
    const offered = items.map((item) => [item.type, "notify" in item]);
    expect(Object.fromEntries(offered)).toEqual({
      "my-bids": false,
      tariffs: true,
    });
  });
});
