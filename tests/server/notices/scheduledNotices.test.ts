import { beforeAll, beforeEach, expect, it } from "vitest";
import { signIn } from "../../support/app";
import { eachDatabase } from "../../support/database";
import { declaredCopy } from "../../support/declaredCopy";
import { declareNotices, noticeApp, type NoticeApp } from "./noticeApp";

const copy = declaredCopy();
declareNotices(copy);

eachDatabase("a scheduled notice", (open) => {
  let app: NoticeApp;
  beforeAll(async () => {
    app = await noticeApp(copy, await open());
  });
  beforeEach(() => app.clear());
  const subjectsAt = async (time: string) => {
    app.setNow(time);
    await app.send();
    return app
      .received()
      .filter(({ to }) => /^(client|manager|admin)@/.test(to))
      .map(({ to, subject }) => `${to}: ${subject}`);
  };
  const toAll = (subject: string) =>
    ["admin", "client", "manager"].map(
      (name) => `${name}@seriba.test: ${subject}`,
    );

  it("goes to every recipient once on each of its days, from its time on", async () => {
    await app.create({ place: "Kobe", price: 1, until: "2026-11-24" });
    await app.create({ place: "Durban", price: 1, until: "2026-12-31" });
    expect(await subjectsAt("2026-11-20T08:57:00+09:00")).toEqual([]);
    expect(await subjectsAt("2026-11-20T08:58:00+09:00")).toEqual(
      toAll("Tariffs: 1 row"),
    );
    expect(await subjectsAt("2026-11-20T23:00:00+09:00")).toEqual([]);
    expect(await subjectsAt("2026-11-21T12:00:00+09:00")).toEqual([]);
    // All servers were down at nine.
    expect(await subjectsAt("2026-11-23T21:00:00+09:00")).toEqual(
      toAll("Tariffs: 1 row"),
    );
  });

  it("is not sent when no row matches", async () => {
    await app.create({ place: "Durban", price: 1, until: "2026-12-31" });
    expect(await subjectsAt("2026-11-20T10:00:00+09:00")).toEqual([]);
  });

  it("shows the rows as each recipient sees them, with a link to the same rows", async () => {
    await app.create(
      { place: "Kobe", price: 1, until: "2026-11-24", cost: 4_321 },
      "admin",
    );
    app.setNow("2026-11-20T10:00:00+09:00");
    await app.send();
    const found = app.received();
    const textOf = (name: string) =>
      found.find(({ to }) => to.startsWith(name))?.text;
    expect(textOf("admin@")).toContain("Kobe\nUntil: 2026-11-24\nCost: 4,321");
    expect(textOf("client@")).toContain("Kobe\nUntil: 2026-11-24\n");
    expect(textOf("client@")).not.toContain("4,321");
    expect(textOf("client@")).toContain("/tariffs?until=2026-11-20,2026-11-27");
  });

  it("is not part of the declarations that browsers get", async () => {
    for (const account of ["client", "admin"] as const) {
      const who = await signIn(app, account);
      const reply = await app.call({ url: "/api/workspace", ...who });
      expect(reply.body).toContain('"/tariffs"');
      expect(reply.body).not.toContain('"notices"');
    }
  });

  it("sends nothing for a notice that is removed while its mails wait", async () => {
    await app.create({ place: "Kobe", price: 950, until: "2026-11-24" });
    app.setNow("2026-11-20T10:00:00+09:00");
    await app.run("change-notices");
    await app.run("scheduled-notices");
    copy.editResource("tariffs", (resource) => {
      delete resource.notices;
    });
    await app.context.declarations.reload();
    expect(app.context.declarations.refused()).toEqual([]);
    await app.send();
    expect(app.received()).toEqual([]);
    declareNotices(copy);
    await app.context.declarations.reload();
  });
});
