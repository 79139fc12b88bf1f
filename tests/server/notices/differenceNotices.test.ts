import { beforeAll, beforeEach, expect, it } from "vitest";
import { eachDatabase } from "../../support/database";
import { declaredCopy } from "../../support/declaredCopy";
import { declareNotices, noticeApp, type NoticeApp } from "./noticeApp";

const copy = declaredCopy();
declareNotices(copy);

eachDatabase("a notice on a difference", (open) => {
  let app: NoticeApp;
  beforeAll(async () => {
    app = await noticeApp(copy, await open());
  });
  beforeEach(() => app.clear());
  const mails = () => app.received().map(({ to, text }) => ({ to, text }));
  const create = (price: number) => app.create({ place: "Kobe", price });

  it("tells the former and the new value once, after the wait", async () => {
    const id = await create(100);
    await app.patch(id, { price: 200 });
    await app.pass(29);
    expect(mails()).toEqual([]);
    await app.pass(1);
    const [mail, ...others] = mails();
    expect(others).toEqual([]);
    expect(mail?.to).toBe("admin@seriba.test");
    expect(mail?.text).toContain("Kobe\nPrice, yen: 100 → 200\n");
    await app.pass(60);
    expect(mails()).toEqual([]);
  });

  it("is not sent about a change that is taken back within the wait", async () => {
    const id = await create(100);
    await app.patch(id, { price: 200 });
    await app.pass(29);
    await app.patch(id, { price: 100 });
    await app.pass(90);
    expect(mails()).toEqual([]);
  });

  it("tells several changes in one mail, and leaves out unchanged fields and other rows", async () => {
    const id = await create(100);
    const other = await app.create({ port: "osaka", place: "Osaka", price: 1 });
    await app.patch(other, { price: 2 });
    await app.patch(id, { price: 200 });
    await app.pass(20);
    await app.patch(id, { price: 300 });
    await app.pass(20);
    await app.patch(id, { price: 400 });
    await app.pass(32);
    const found = mails();
    expect(found).toHaveLength(1);
    expect(found[0]?.text).toContain("Kobe\nPrice, yen: 100 → 400\n");
    expect(found[0]?.text).not.toContain("Osaka");
    expect(found[0]?.text).not.toContain("Until");
  });

  it("begins the next mail with the value of the last one", async () => {
    const id = await create(100);
    await app.patch(id, { price: 200 });
    await app.pass(32);
    await app.patch(id, { price: 100, until: "2026-12-31" });
    await app.pass(32);
    const [first, second] = mails();
    expect(first?.text).toContain("Price, yen: 100 → 200\n");
    expect(second?.text).toContain("Price, yen: 200 → 100\n");
    expect(second?.text).toContain("Until: not set → 2026-12-31\n");
  });

  it("waits at most eight times its minutes when changes never stop", async () => {
    const id = await create(100);
    for (let change = 1; change <= 12; change += 1) {
      await app.patch(id, { price: 100 + change });
      await app.pass(21);
    }
    const [mail] = mails();
    expect(mail?.text).toContain("Price, yen: 100 → 112\n");
  });

  it("collects the rows of an import in one mail, which goes to others than its author", async () => {
    const first = await app.imports();
    const table = (price: number) =>
      [
        "port,place,price,from",
        ...Array.from(
          { length: 60 },
          (_, index) => `kobe,Place ${String(index)},${price},2026-12-01`,
        ),
      ].join("\n");
    await first.run(table(50));
    await first.run(table(60));
    await app.pass(32);
    const [mail, ...others] = app.received();
    expect(others).toEqual([]);
    expect(mail?.to).toBe("admin@seriba.test");
    expect(mail?.subject).toBe("Tariffs: 60 rows have changed");
    const calls = await app.imports();
    const batch = await calls.run(table(70));
    await app.pass(5);
    expect((await calls.undo(batch)).statusCode).toBe(200);
    await app.pass(60);
    expect(mails()).toEqual([]);
  });

  it("is not sent to a user who may not see one of its fields", async () => {
    const tell = async (changed: string[]) => {
      copy.editResource("tariffs", (resource) => {
        for (const notice of resource.notices ?? [])
          if (notice.id === "moved") notice.changed = changed;
      });
      await app.context.declarations.reload();
      expect(app.context.declarations.refused()).toEqual([]);
      const id = await create(1);
      await app.patch(id, { price: 2 }, "admin");
      await app.pass(32);
      await app.kysely.deleteFrom("records").execute();
      return mails().map(({ to }) => to);
    };
    expect(await tell(["price", "cost"])).toEqual([]);
    expect(await tell(["price"])).toEqual(["manager@seriba.test"]);
    declareNotices(copy);
    await app.context.declarations.reload();
  });
});
