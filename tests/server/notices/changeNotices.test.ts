import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { userLevels } from "../../../domain/access";
import { changeNoticeJob } from "../../../server/notices/changeNoticeJob";
import { eachDatabase } from "../../support/database";
import { declaredCopy } from "../../support/declaredCopy";
import { declareNotices, noticeApp, type NoticeApp } from "./noticeApp";

const copy = declaredCopy();
declareNotices(copy);

eachDatabase("a notice on a change", (open) => {
  let app: NoticeApp;
  beforeAll(async () => {
    app = await noticeApp(copy, await open());
  });
  beforeEach(() => app.clear());
  const mails = async () => {
    await app.send();
    return app.received().map(({ to, subject }) => `${to}: ${subject}`);
  };

  it("goes once to every recipient but the author, when a row begins to meet the condition", async () => {
    const id = await app.create({ place: "Mombasa", price: 899 });
    expect(await mails()).toEqual([]);
    await app.patch(id, { price: 900 });
    expect(await mails()).toEqual(["admin@seriba.test: Mombasa is dear"]);
    await app.patch(id, { price: 950 });
    expect(await mails()).toEqual([]);
    await app.patch(id, { price: 100 });
    await app.patch(id, { price: 990 });
    expect(await mails()).toEqual(["admin@seriba.test: Mombasa is dear"]);
  });

  it("leaves out a row that no longer meets the condition when the mail is sent", async () => {
    const settled = await app.create({ place: "Mombasa", price: 900 });
    await app.create({ place: "Durban", price: 900 });
    await app.run("change-notices");
    await app.patch(settled, { price: 100 });
    expect(await mails()).toEqual(["admin@seriba.test: Durban is dear"]);
  });

  it("shows each recipient the present row with the fields that this recipient sees", async () => {
    await app.create({ place: "Durban", price: 900, cost: 77 }, "admin");
    await app.send();
    const [mail] = app.received();
    expect(mail?.to).toBe("manager@seriba.test");
    expect(mail?.text).toContain("Durban\nPrice, yen: 900\n");
    expect(mail?.text).not.toContain("77");
    expect(mail?.text).toContain("/tariffs/");
    expect(mail?.headers).toContain("List-Unsubscribe:");
    await app.create({ place: "Kobe", price: 900 });
    await app.kysely
      .updateTable("records")
      .set({ data: sql`data || '{"cost": 78}'` })
      .execute();
    await app.send();
    expect(app.received()[0]?.text).toContain("Cost: 78");
  });

  it("collects the rows of an import and the rows of its undo in one mail", async () => {
    const calls = await app.imports();
    const header = "port,place,price,from";
    const table = (price: number) =>
      [
        header,
        ...Array.from(
          { length: 1_200 },
          (_, index) =>
            `kobe,Place ${String(index).padStart(4, "0")},${price},2026-12-01`,
        ),
      ].join("\n");
    await calls.run(table(950));
    await app.send();
    const [mail, ...others] = app.received();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("1200 dear tariffs, Place 0000 first");
    expect(mail?.text).toContain("Place 0019");
    expect(mail?.text).not.toContain("Place 0020");
    expect(mail?.text).toContain("And 1180 more rows in the list.");
    const batch = await calls.run(table(10));
    expect(await mails()).toEqual([]);
    expect((await calls.undo(batch)).statusCode).toBe(200);
    expect(await mails()).toEqual([
      "admin@seriba.test: 1200 dear tariffs, Place 0000 first",
    ]);
  });

  it("goes to the user whom a field of the row names by e-mail or id, and to the owner", async () => {
    const id = await app.create({ place: "Osaka", price: 1 });
    await app.patch(id, { note: "Client@Seriba.test" });
    expect(await mails()).toEqual([
      "client@seriba.test: Tariffs: 1 row to look at",
    ]);
    await app.patch(id, { note: null });
    await app.kysely
      .updateTable("records")
      .set({ owner_id: app.ids["admin@seriba.test"] ?? "" })
      .execute();
    await app.patch(id, { note: app.ids["client@seriba.test"] });
    expect(await mails()).toEqual([
      "admin@seriba.test: Tariffs: 1 row to look at",
      "client@seriba.test: Tariffs: 1 row to look at",
    ]);
  });

  it("is dropped for a removed row, a lost right and mails that are turned off", async () => {
    const admin = app.ids["admin@seriba.test"] ?? "";
    const setAdmin = (change: { alert_mails?: boolean; user_level?: number }) =>
      app.kysely
        .updateTable("users")
        .set(change)
        .where("id", "=", admin)
        .execute();
    await app.create({ place: "Kobe", price: 900 });
    await app.run("change-notices");
    await app.kysely.deleteFrom("records").execute();
    expect(await mails()).toEqual([]);
    await app.create({ place: "Kobe", price: 901 });
    await app.run("change-notices");
    await setAdmin({ user_level: userLevels.disabled });
    expect(await mails()).toEqual([]);
    await setAdmin({ user_level: userLevels.system, alert_mails: false });
    await app.create({ place: "Durban", price: 902 });
    expect(await mails()).toEqual([]);
    await setAdmin({ alert_mails: true });
  });

  it("is sent although another notice fails, which is logged once", async () => {
    const { context } = app;
    const tariffs = context.workspace.resource("tariffs");
    const broken = { ...tariffs, name: "broken", row: "gone" };
    const resources = () => [broken, ...context.workspace.resources()];
    const workspace = { ...context.workspace, resources };
    const job = changeNoticeJob({ ...context, workspace });
    const signal = new AbortController().signal;
    for (const place of ["Kobe", "Durban"]) {
      await app.create({ place, price: 900 });
      await job.run(signal);
    }
    expect(await mails()).toEqual([
      "admin@seriba.test: 2 dear tariffs, Kobe first",
    ]);
    const lines = app.logged().split("\n");
    const failed = lines.filter((line) => line.includes("a notice failed"));
    expect(failed.map((line): unknown => JSON.parse(line))).toMatchObject([
      { notice: "broken/dear" },
      { notice: "broken/named" },
      { notice: "broken/moved" },
    ]);
  });

  it("waits for the end of quiet hours", async () => {
    const quiet = { from: "07:00", to: "10:00", timeZone: "Asia/Tokyo" };
    const set = (hours: object | null) =>
      app.kysely
        .updateTable("users")
        .set({ quiet_hours: hours && JSON.stringify(hours) })
        .where("email", "=", "admin@seriba.test")
        .execute();
    await set(quiet);
    await app.create({ place: "Kobe", price: 900 });
    expect(await mails()).toEqual([]);
    await app.create({ place: "Durban", price: 900 });
    expect(await mails()).toEqual([]);
    app.setNow("2026-11-20T10:00:00+09:00");
    expect(await mails()).toEqual([
      "admin@seriba.test: 2 dear tariffs, Kobe first",
    ]);
    await set(null);
  });
});
