import { beforeAll, describe, expect, it } from "vitest";
import { signIn, signInAnew, testApp } from "../../../../support/app";
import type { TestApp } from "../../../../support/app";
import { eachDatabase } from "../../../../support/database";
import { declaredCopy } from "../../../../support/declaredCopy";
import { declareTariffs, importCalls } from "./support";

const copy = declaredCopy();
declareTariffs(copy);

const header = "port,place,price,from,until,note";
const table = (...rows: readonly string[]) => [header, ...rows].join("\n");
const mombasa = (price: number, note = "") =>
  `kobe,Mombasa,${price},2026-12-01,,${note}`;
const durban = (price: number) => `kobe,Durban,${price},2026-12-01,,`;

eachDatabase("an import", (open) => {
  let server: TestApp;
  let calls: ReturnType<typeof importCalls>;

  beforeAll(async () => {
    const database = await open();
    server = await testApp({
      root: copy.root,
      now: "2026-11-28T10:00:00+09:00",
      database,
    });
    calls = importCalls(server, await signInAnew(server, "manager"));
  });

  const stored = async () =>
    (
      await server.context.database.kysely
        .selectFrom("records")
        .select(["id", "data", "version", "unique_key"])
        .where("row_schema", "=", "tariff")
        .orderBy("id")
        .execute()
    ).map(({ data, ...row }) => ({ ...data, ...row }));
  const clear = () =>
    server.context.database.kysely
      .deleteFrom("records")
      .where("row_schema", "=", "tariff")
      .execute();
  const edit = async (id: string, price: number) => {
    const who = await signIn(server, "manager");
    const url = `/api/lists/tariffs/${id}`;
    const { detail, version } = (await server.call({ url, ...who })).json<{
      detail: Record<string, unknown>;
      version: number;
    }>();
    const { id: _, updatedAt: __, ...body } = detail;
    const reply = await server.call({
      method: "PUT",
      url,
      payload: { ...body, price },
      headers: { "if-match": `"${version}"` },
      ...who,
    });
    expect(reply.statusCode).toBe(200);
  };

  it("writes all rows in one batch, with a history that names it", async () => {
    await clear();
    const first = await calls.run(table(mombasa(100), durban(200)));
    const second = await calls.run(table(mombasa(150)));
    const [row] = await stored();
    expect(row).toMatchObject({
      price: 150,
      version: 2,
      unique_key: '["kobe","Mombasa","2026-12-01"]',
    });
    const who = await signIn(server, "manager");
    const url = `/api/lists/tariffs/${String(row?.id)}/history`;
    const { history } = (await server.call({ url, ...who })).json<{
      history: unknown[];
    }>();
    const file = { fileName: "tariffs.csv", isUndo: false };
    expect(history).toMatchObject([
      { action: "update", import: { id: second, ...file } },
      { action: "create", import: { id: first, ...file } },
    ]);
    expect(await calls.list()).toMatchObject([
      { id: second, added: 0, changed: 1, user: "Emi Tanaka", undoneAt: null },
      { id: first, added: 2, changed: 0 },
    ]);
  });

  it("is refused if a row has changed since the preview", async () => {
    await clear();
    await calls.run(table(mombasa(100)));
    const text = table(mombasa(150), durban(1));
    const seen = await calls.preview(text);
    await edit(String((await stored())[0]?.id), 120);
    const reply = await calls.apply(text, seen);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ messageCode: "import_changed" });
    expect(await stored()).toMatchObject([{ price: 120 }]);
    const again = await calls.apply(text, await calls.preview(text));
    expect(again.statusCode).toBe(200);
  });

  it("is applied by one of two managers at once", async () => {
    await clear();
    const text = table(mombasa(100), durban(200));
    const seen = await calls.preview(text);
    const replies = await Promise.all([
      calls.apply(text, seen),
      calls.apply(text, seen),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409,
    ]);
    expect(await stored()).toHaveLength(2);
  });

  it("is applied once for its key, and answered again", async () => {
    await clear();
    const text = table(mombasa(100));
    const seen = await calls.preview(text);
    const key = "the-same-import";
    const first = await calls.apply(text, seen, { key });
    const again = await calls.apply(text, seen, { key });
    expect(first.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    expect(await stored()).toHaveLength(1);
  });

  it("writes nothing if a row has errors, unless only the valid rows are wanted", async () => {
    await clear();
    const text = table(mombasa(100), "kobe,Durban,much,2026-12-01,,");
    const seen = await calls.preview(text);
    const refused = await calls.apply(text, seen);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ messageCode: "import_refused" });
    expect(await stored()).toEqual([]);
    const valid = await calls.apply(text, seen, { validOnly: true });
    expect(valid.json()).toMatchObject({ batch: { added: 1, leftOut: 1 } });
    expect(await stored()).toMatchObject([{ place: "Mombasa" }]);
  });

  it("writes nothing twice", async () => {
    await clear();
    const text = table(mombasa(100));
    await calls.run(text);
    const reply = await calls.apply(text, await calls.preview(text));
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ messageCode: "nothing_changed" });
  });

  it("announces its changes once", async () => {
    await clear();
    const rows = Array.from(
      { length: 1_200 },
      (_, index) => `kobe,Place ${index},1,2026-12-01,,`,
    );
    const text = table(...rows);
    const reply = await calls.apply(text, await calls.preview(text));
    expect(reply.statusCode).toBe(200);
    expect(await stored()).toHaveLength(1_200);
  });

  it("goes back to the former rows when it is undone, once", async () => {
    await clear();
    await calls.run(
      table("kobe,Suva,5,2026-01-01,,old", mombasa(100, "before"), durban(9)),
    );
    const before = await stored();
    const batch = await calls.run(
      table(
        mombasa(150, "after"),
        durban(9),
        "osaka,Poti,7,2026-12-01,,",
        "kobe,Suva,6,2027-01-01,,",
      ),
    );
    expect(await stored()).toHaveLength(5);
    const reply = await calls.undo(batch);
    expect(reply.json()).toMatchObject({
      batch: { added: 0, changed: 2, removed: 2, leftOut: 0 },
    });
    const data = (rows: readonly Record<string, unknown>[]) =>
      rows.map(({ version: _, ...row }) => row);
    expect(data(await stored())).toEqual(data(before));
    expect((await calls.list())[0]).toMatchObject({
      id: batch,
      undoneBy: "Emi Tanaka",
      undoneAt: "2026-11-28T10:00:00+09:00",
    });
    const again = await calls.undo(batch);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ messageCode: "import_undone" });
  });

  it("is not undone over later changes, but beside them if the person wants it", async () => {
    await clear();
    const batch = await calls.run(table(mombasa(100), durban(200)));
    const [row] = await stored();
    await edit(String(row?.id), 120);
    const refused = await calls.undo(batch);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      messageCode: "import_overwritten",
      current: { count: 1, rows: [{ id: row?.id, place: "Mombasa" }] },
    });
    expect(await stored()).toHaveLength(2);
    const left = await calls.undo(batch, { leaveChanged: true });
    expect(left.json()).toMatchObject({ batch: { removed: 1, leftOut: 1 } });
    expect(await stored()).toMatchObject([{ price: 120 }]);
  });

  it("is not undone over a removed row", async () => {
    await clear();
    const batch = await calls.run(table(mombasa(100)));
    const [row] = await stored();
    const reply = await server.call({
      method: "DELETE",
      url: `/api/lists/tariffs/${String(row?.id)}`,
      headers: { "if-match": '"1"' },
      ...(await signIn(server, "manager")),
    });
    expect(reply.statusCode).toBe(200);
    expect((await calls.undo(batch)).statusCode).toBe(409);
    const left = await calls.undo(batch, { leaveChanged: true });
    expect(left.json()).toMatchObject({ batch: { removed: 0, leftOut: 1 } });
  });

  it("is not undone without the history of its rows", async () => {
    await clear();
    const batch = await calls.run(table(mombasa(100), durban(1)));
    const { kysely } = server.context.database;
    const [row] = await stored();
    await kysely
      .deleteFrom("record_history")
      .where("record_id", "=", String(row?.id))
      .execute();
    const reply = await calls.undo(batch);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ messageCode: "import_expired" });
  });
});

describe("the access to an import", async () => {
  const server = await testApp({ root: copy.root });

  it("belongs to those whom the call allows", async () => {
    const client = importCalls(server, await signIn(server, "client"));
    const text = table(mombasa(100));
    for (const reply of [
      await client.post({ text }),
      await client.undo("1"),
      await server.call({
        url: "/api/lists/tariffs/import",
        ...(await signIn(server, "client")),
      }),
    ])
      expect(reply.statusCode).toBe(403);
    const stranger = await server.call({
      method: "POST",
      url: "/api/lists/tariffs/import",
      payload: { text },
    });
    expect(stranger.statusCode).toBe(401);
  });

  it("exists only for lists that declare it, and for their own imports", async () => {
    const manager = await signIn(server, "manager");
    const other = importCalls(server, manager, "announcements");
    expect((await other.post({ text: "a\n1" })).statusCode).toBe(404);
    const freight = importCalls(server, manager, "freight");
    const batch = await importCalls(server, manager).run(table(mombasa(1)));
    expect((await freight.undo(batch)).statusCode).toBe(404);
    expect((await freight.undo("99999")).statusCode).toBe(404);
  });

  it("shows clients nothing of it in their declarations", async () => {
    const bundleOf = async (account: "client" | "manager") =>
      (
        await server.call({
          url: "/api/workspace",
          ...(await signIn(server, account)),
        })
      )
        .json<{
          resources: { name: string; calls: object; import?: object }[];
        }>()
        .resources.find(({ name }) => name === "tariffs");
    expect(await bundleOf("client")).not.toHaveProperty("import");
    expect((await bundleOf("client"))?.calls).not.toHaveProperty("import");
    expect(await bundleOf("manager")).toMatchObject({
      import: { ends: "until" },
      calls: { import: { path: "/lists/tariffs/import" } },
    });
  });
});
