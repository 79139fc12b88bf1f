import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type {
  CreatedField,
  Document,
} from "../../../domain/declarations/document";
import { exportPublished } from "../../../server/workshop";
import { testApp, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { nothing, publishList, yards } from "./createdList";
import {
  startWorkshop,
  workshopOf,
  type Problem,
  type Published,
  type WorkshopCalls,
} from "./support";

const copy = declaredCopy();

const bothConfirmed = { confirmsAccess: true, confirmsRows: true };

describe("a created list", () => {
  let test: TestApp;
  let admin: WorkshopCalls;

  beforeAll(async () => {
    ({ test, admin } = await startWorkshop(copy));
  });

  beforeEach(async () => {
    copy.restore();
    const { kysely } = test.context.database;
    await kysely.deleteFrom("workspace_overlays").execute();
    await kysely
      .deleteFrom("records")
      .where("row_schema", "in", ["yards", "inland-rate"])
      .execute();
    await test.context.declarations.reload();
  });

  const create = async (document = yards()) => {
    const reply = await publishList(admin, document);
    expect(reply.statusCode).toBe(200);
    return reply.json<Published>();
  };
  const remove = async (options: object = {}) => {
    const { version } = await admin.read("yards");
    return publishList(admin, nothing, { version, ...options });
  };
  const addRow = async (name = "Kisarazu") => {
    const reply = await admin.post("/lists/yards", { name, kind: "yard" });
    expect(reply.statusCode).toBe(201);
  };
  const storedRows = async () =>
    test.context.database.kysely
      .selectFrom("records")
      .select("id")
      .where("row_schema", "=", "yards")
      .execute();

  it("is removed without a restart, with its row schema and texts", async () => {
    await create();
    expect((await remove()).statusCode).toBe(200);
    expect(await admin.list("yards")).toBeUndefined();
    expect((await admin.get("/lists/yards")).statusCode).toBe(404);
    expect((await admin.get("/workspace/resources/yards")).statusCode).toBe(
      404,
    );
    const { schemas, declarations } = test.context;
    expect(schemas.all().map(({ $id }) => $id)).not.toContain("yards");
    expect(
      JSON.stringify(declarations.current().sources.locales),
    ).not.toContain("Стоянки");
    const { kysely } = test.context.database;
    expect(
      await kysely.selectFrom("workspace_overlays").selectAll().execute(),
    ).toEqual([]);
  });

  it("is among the removed lists until it is published again", async () => {
    const removed = async () =>
      (await admin.get("/workspace/removed")).json<
        { id: string; change: string }[]
      >();
    await create();
    expect(await removed()).toEqual([]);
    expect((await remove()).statusCode).toBe(200);
    const [list] = await removed();
    expect(list).toMatchObject({
      ...{ id: "yards", title: { en: "Yards", ru: "Стоянки" } },
      route: "/yards",
    });
    const change = await admin.get(`/workspace/changes/${list?.change ?? ""}`);
    expect(change.json()).toMatchObject({ before: yards() });
    await create(change.json<{ before: Document }>().before);
    expect(await removed()).toEqual([]);
    const client = await workshopOf(test, "client");
    expect((await client.get("/workspace/removed")).statusCode).toBe(403);
  });

  it("is removed with rows only after a confirmation, and keeps them", async () => {
    await create();
    await addRow();
    const check = await admin.post("/workspace/check", {
      resource: "yards",
      document: nothing,
    });
    expect(check.json()).toMatchObject({ problems: [], impact: { rows: 1 } });
    const refused = await remove();
    expect(refused.json()).toMatchObject({
      messageCode: "confirmation_required",
      errors: { confirmsRows: expect.anything() as object },
    });
    expect((await remove({ confirmsRows: true })).statusCode).toBe(200);
    expect(await storedRows()).toHaveLength(1);
  });

  it("shows the rows of an earlier list with its name only after confirmations", async () => {
    const hidden = yards();
    hidden.declaration.access = { roles: ["admin"] };
    await create(hidden);
    await addRow();
    expect((await remove({ confirmsRows: true })).statusCode).toBe(200);
    const refused = await publishList(admin, yards(), { confirmsRows: true });
    expect(refused.json()).toMatchObject({
      messageCode: "confirmation_required",
      errors: { confirmsAccess: expect.anything() as object },
    });
    const alsoRefused = await publishList(admin, yards(), {
      confirmsAccess: true,
    });
    expect(alsoRefused.json()).toMatchObject({
      messageCode: "confirmation_required",
      errors: { confirmsRows: expect.anything() as object },
    });
    const again = await publishList(admin, yards(), bothConfirmed);
    expect(again.statusCode).toBe(200);
    expect((await admin.get("/lists/yards")).json()).toMatchObject({
      rows: [{ name: "Kisarazu" }],
    });
  });

  it("names who sees the rows of an earlier list before they are shown", async () => {
    await create();
    await addRow();
    expect((await remove({ confirmsRows: true })).statusCode).toBe(200);
    const check = await admin.post("/workspace/check", {
      resource: "yards",
      document: yards(),
    });
    const { impact } = check.json<{
      impact: { viewers: { role: string; widened: string[] }[] };
    }>();
    const widened = Object.fromEntries(
      impact.viewers.map((viewer) => [viewer.role, viewer.widened]),
    );
    expect(widened.client).toContain("/fields/places");
    expect(widened.manager).toContain("/calls/update");
    expect(widened.admin).toEqual([]);
  });

  it("answers lists although earlier rows have values of another type", async () => {
    const before = yards();
    const texts = { type: ["string", "null"], maxLength: 60 };
    if (before.fields?.places)
      before.fields.places.schema = {
        ...(texts as CreatedField["schema"]),
        title: "Places",
      };
    before.declaration.filters = [];
    before.declaration.columns = [{ id: "name", fields: ["name"] }];
    await create(before);
    const row = { name: "Kisarazu", kind: "yard", places: "many" };
    expect((await admin.post("/lists/yards", row)).statusCode).toBe(201);
    expect((await remove({ confirmsRows: true })).statusCode).toBe(200);
    const after = yards();
    after.declaration.sorts = [{ id: "places", field: "places" }];
    after.declaration.columns = [
      { id: "name", fields: ["name", "places"], sort: "places" },
    ];
    const reply = await publishList(admin, after, bothConfirmed);
    expect(reply.statusCode).toBe(200);
    for (const query of ["", "?sort=places", "?places=1,", "/filters"]) {
      const list = await admin.get(`/lists/yards${query}`);
      expect([query, list.statusCode]).toEqual([query, 200]);
    }
  });

  it("is removed by the rollback of its creation, and comes back by another", async () => {
    const { id } = await create();
    const back = await admin.rollBack(id);
    expect(back.statusCode).toBe(200);
    expect(await admin.list("yards")).toBeUndefined();
    const again = await admin.rollBack(back.json<Published>().id);
    expect(again.statusCode).toBe(200);
    expect((await admin.read("yards")).document).toEqual(yards());
    const history = await admin.get(
      `/workspace/changes?filter=${encodeURIComponent('{"resource":"yards"}')}`,
    );
    const kinds = history.json<{ kind: string }[]>().map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(["rollback", "rollback", "publish"]);
  });

  it("stays while another list refers to its records", async () => {
    await create();
    const reply = await admin.publish(
      (_declaration, document) => {
        document.fields = {
          yardOf: {
            schema: {
              title: "Yard",
              type: ["string", "null"],
              "x-code": true,
              "x-label": "yardOfName",
              "x-record": { list: "yards", name: "name" },
            },
            labels: { en: { title: "Yard" }, ru: { title: "Стоянка" } },
          },
          yardOfName: {
            schema: {
              title: "Yard",
              type: ["string", "null"],
              "x-nameOf": "yardOf",
            },
            labels: { en: { title: "Yard" }, ru: { title: "Стоянка" } },
          },
        };
      },
      { name: "inland-rates" },
    );
    expect(reply.statusCode).toBe(200);
    const refused = await remove();
    expect(refused.statusCode).toBe(422);
    expect(refused.json<{ problems: Problem[] }>().problems).toContainEqual({
      file: "schemas/inland-rate.json",
      pointer: "/properties/yardOf/x-record/list",
      reason: expect.stringMatching(/"yards"/) as string,
    });
    expect(await admin.list("yards")).toBeDefined();
  });

  it("is written into files of its own, which replace the published list", async () => {
    await create();
    await addRow();
    const { kysely } = test.context.database;
    const overlays = await kysely
      .selectFrom("workspace_overlays")
      .selectAll()
      .execute();
    const { files } = await exportPublished(test.context);
    expect(files).toEqual([
      "resources/yards.json",
      "schemas/yards.json",
      "locales/en.json",
      "locales/ru.json",
    ]);
    const written = (file: string): unknown =>
      JSON.parse(readFileSync(path.join(copy.root, file), "utf8"));
    expect(written("resources/yards.json")).toEqual(yards().declaration);
    expect(written("schemas/yards.json")).toMatchObject({
      $id: "yards",
      "x-unique": ["name"],
      required: ["id", "name", "kind"],
    });
    expect((await admin.get("/lists/yards")).json()).toMatchObject({
      rows: [{ name: "Kisarazu" }],
    });
    const reply = await admin.get("/workspace/resources/yards");
    expect(reply.json()).toMatchObject({ isCreated: false });
    expect((await admin.bundle()).problems ?? []).toEqual([]);
    // Another server may read the files before it learns of the export.
    await kysely.deleteFrom("workspace_overlays").execute();
    await kysely
      .insertInto("workspace_overlays")
      .values(
        overlays.map((overlay) => ({
          ...overlay,
          base: JSON.stringify(overlay.base),
          target: JSON.stringify(overlay.target),
        })),
      )
      .execute();
    const { root } = copy;
    const other = await testApp({ root, database: test.context.database });
    const late = await workshopOf(other);
    expect((await late.bundle()).problems ?? []).toEqual([]);
    expect(await late.list("yards")).toMatchObject({ route: "/yards" });
    await kysely.deleteFrom("workspace_overlays").execute();
    await test.context.declarations.reload();
    const edited = await admin.publish(
      ({ columns: [first] }) => {
        if (first) first.width = 222;
      },
      { name: "yards" },
    );
    expect(edited.statusCode).toBe(200);
    const removed = await remove({ confirmsRows: true });
    expect(removed.statusCode).toBe(422);
  });
});
