import { beforeAll, describe, expect, it } from "vitest";
import { lockLot, writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { trackSettled } from "../../../server/platform/changes/settledNumber";
import { signIn } from "../../support/app";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

describe("the note about a lot", () => {
  let test: CatalogApp;
  let id: string;
  let manager: { cookies: Record<string, string> };
  beforeAll(async () => {
    test = await catalogApp([carLot("one")]);
    id = await test.idOf("one");
    manager = await signIn(test, "manager");
  });
  const save = (comment: string, session = manager, carId = id) =>
    test.call({
      method: "POST",
      url: "/api/car-auction/save-comment",
      payload: { carId, comment },
      ...session,
    });
  const read = async () => {
    const { body } = await test.get(`/auction/detail?id=${id}`);
    return (body.detail as { carCommonDetail: Record<string, unknown> })
      .carCommonDetail;
  };

  it("gives the lot a new change number, by which open pages read it again", async () => {
    const { kysely } = test.context.database;
    const change = async () => {
      const lots = kysely.selectFrom("lots").select("seq");
      const lot = await lots.where("id", "=", id).executeTakeFirstOrThrow();
      return BigInt(lot.seq);
    };
    const before = await change();
    await save("Fresh tyres");
    expect(await change()).toBeGreaterThan(before);
  });

  it.skipIf(!hasPostgres)(
    "delays no follower of changes while it waits for the lot",
    async () => {
      const { database } = test.context;
      const importing = await database.kysely.startTransaction().execute();
      await lockLot(importing, "auction", id);
      const saving = save("Waits");
      await untilBlocked(database);
      const { isWaiting } = await trackSettled(database)();
      await importing.rollback().execute();
      expect((await saving).statusCode).toBe(200);
      expect(isWaiting).toBe(false);
    },
  );

  it("is written by a manager, read by clients, and deleted by an empty text", async () => {
    const text = '<img src=x onerror="alert(1)"> =1+1';
    const saved = await save(`  ${text}\n `);
    expect(saved.json()).toEqual({ success: true, comment: text });
    expect(await read()).toMatchObject({
      comment: text,
      commentEditable: false,
    });
    await save("Second text");
    expect(await read()).toMatchObject({ comment: "Second text" });
    const deleted = await save(" \n ");
    expect(deleted.json()).toEqual({ success: true, comment: null });
    expect(await read()).toMatchObject({ comment: null });
  });

  it("is written about a car at a fixed price too", async () => {
    await inTransaction(test.context.database, (trx) =>
      writeLots(trx, "stock", [carLot("fixed")]),
    );
    const fixed = await test.idOf("fixed");
    expect((await save("Ready to ship", manager, fixed)).statusCode).toBe(200);
    const { body } = await test.get(`/stock/detail?id=${fixed}`);
    expect(body).toMatchObject({
      detail: { carCommonDetail: { comment: "Ready to ship" } },
    });
  });

  it("is not saved over a text that its author has not seen", async () => {
    await save("First");
    const over = (before: string | null, comment: string) =>
      test.call({
        method: "POST",
        url: "/api/car-auction/save-comment",
        payload: { carId: id, comment, before },
        ...manager,
      });
    const refused = await over(null, "Second");
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      messageCode: "stale_row",
      current: { comment: "First" },
      changed: { by: "self" },
    });
    expect((await over("First", "Second")).statusCode).toBe(200);
    // A repeated call finds its own text.
    expect((await over("First", "Second")).statusCode).toBe(200);
    expect(await read()).toMatchObject({ comment: "Second" });
  });

  it("cannot be written by clients, nor about unknown lots", async () => {
    const client = await signIn(test, "client");
    expect((await save("Mine", client)).statusCode).toBe(403);
    expect((await save("Text", manager, "999999999")).statusCode).toBe(404);
    expect((await save("x".repeat(2001))).statusCode).toBe(400);
  });
});
