import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CreatedField } from "../../../domain/declarations/document";
import { exportPublished } from "../../../server/workshop";
import { testApp, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  startWorkshop,
  workshopOf,
  type Problem,
  type Published,
  type WorkshopCalls,
} from "./support";

const copy = declaredCopy();
const rates = "inland-rates";

const weekday: CreatedField = {
  schema: {
    title: "Pick-up day",
    type: ["string", "null"],
    enum: ["monday", "friday", null],
  },
  labels: {
    en: {
      title: "Pick-up day",
      "choices.monday": "Monday",
      "choices.friday": "Friday",
    },
    ru: {
      title: "День вывоза",
      "choices.monday": "Понедельник",
      "choices.friday": "Пятница",
    },
  },
};

const text: CreatedField = {
  schema: { title: "Contact", type: ["string", "null"], maxLength: 200 },
  labels: { en: { title: "Contact" }, ru: { title: "Контакт" } },
};

describe("a field that is created in the workshop", () => {
  let test: TestApp;
  let admin: WorkshopCalls;
  let client: WorkshopCalls;

  beforeAll(async () => {
    ({ test, admin, client } = await startWorkshop(copy));
  });

  beforeEach(async () => {
    copy.restore();
    const { kysely } = test.context.database;
    await kysely.deleteFrom("workspace_overlays").execute();
    await test.context.declarations.reload();
  });

  const rowOf = async (name = rates) =>
    (await admin.get(`/workspace/resources/${name}`)).json<{
      row: { properties: Record<string, object> };
      filledBy: string | null;
    }>();
  const addDay = () =>
    admin.publish(
      ({ columns, filters }, document) => {
        document.fields = { pickUp: weekday };
        columns.push({ id: "pickUp", fields: ["pickUp"] });
        filters.push({ field: "pickUp" });
      },
      { name: rates },
    );
  const edit = (
    change: (fields: Record<string, CreatedField>) => void,
    options: object = {},
  ) =>
    admin.publish(
      (_declaration, document) => {
        document.fields ??= {};
        change(document.fields);
      },
      { name: rates, ...options },
    );
  const problemsOf = (reply: Awaited<ReturnType<typeof edit>>) =>
    reply.json<{ problems: Problem[] }>().problems;

  it("acts at once: people fill it in, filter by it and read its labels", async () => {
    const reply = await addDay();
    expect(reply.statusCode).toBe(200);
    expect(
      reply.json<Published>().difference.map(({ pointer }) => pointer),
    ).toEqual(["/columns/pickUp", "/filters/pickUp", "/fields/pickUp"]);
    const body = {
      loadingPort: "kobe",
      fee: 12_000,
      validFrom: "2031-02-03",
      pickUp: "friday",
    };
    const saved = await admin.post("/lists/inland-rates", body);
    expect(saved.statusCode).toBe(201);
    const wrong = { ...body, validFrom: "2031-02-04", pickUp: "sunday" };
    expect((await admin.post("/lists/inland-rates", wrong)).statusCode).toBe(
      422,
    );
    const found = await admin.get("/lists/inland-rates?pickUp=friday");
    expect(found.json()).toMatchObject({
      rows: [{ pickUp: "friday", fee: 12_000 }],
    });
    const texts = (await test.app.inject("/locales/ru.json")).json<{
      fields: Record<string, Record<string, string>>;
      choices: Record<string, Record<string, Record<string, string>>>;
    }>();
    expect(texts.fields["inland-rate"]?.pickUp).toBe("День вывоза");
    expect(texts.choices["inland-rate"]?.pickUp?.friday).toBe("Пятница");
  });

  it("is part of the documents of all lists over the row, and changes their versions", async () => {
    const before = await admin.read("bike-auctions");
    const row = (await rowOf("bike-auctions")).filledBy;
    expect(row).toBe("imports");
    const reply = await admin.publish(
      (_declaration, document) => {
        document.fields = { keys: text };
      },
      { name: "bike-auctions" },
    );
    expect(reply.statusCode).toBe(200);
    const after = await admin.read("bike-auctions");
    expect(after.document.fields).toEqual({ keys: text });
    expect(after.version).not.toBe(before.version);
    const stale = await admin.publish(
      ({ columns }) => {
        columns.push({ id: "more", fields: ["keys"] });
      },
      { name: "bike-auctions", version: before.version },
    );
    expect(stale.statusCode).toBe(409);
  });

  it("cannot take the name of a field of the file", async () => {
    const reply = await edit((fields) => (fields.fee = text));
    expect(reply.statusCode).toBe(422);
    expect(problemsOf(reply)).toContainEqual({
      file: "schemas/inland-rate.json",
      pointer: "/properties/fee",
      reason: 'The row already has a field "fee". Choose another name.',
    });
    const { row } = await rowOf();
    expect(row.properties.fee).toMatchObject({ type: "integer" });
  });

  it.each([
    ["constructor", /reserved/],
    ["Fee", null],
    ["имя", null],
  ])("cannot be named %s", async (name, reason) => {
    const reply = await edit((fields) => (fields[name] = text));
    expect(reply.statusCode).toBe(reason ? 422 : 400);
    if (reason) expect(problemsOf(reply)[0]?.reason).toMatch(reason);
  });

  it("cannot be added to rows without a form or an import", async () => {
    const reply = await admin.publish(
      (_declaration, document) => {
        document.fields = { contact: text };
      },
      { name: "users" },
    );
    expect(problemsOf(reply)).toContainEqual({
      file: "schemas/user.json",
      pointer: "/properties/contact",
      reason: expect.stringMatching(/cannot have more fields/) as string,
    });
  });

  it("is always optional", async () => {
    const reply = await edit((fields) => {
      fields.contact = {
        ...text,
        schema: { ...text.schema, type: ["string", "number"] },
      };
    });
    expect(reply.statusCode).toBe(400);
  });

  it("is neither removed nor given another type while a list names it", async () => {
    expect((await addDay()).statusCode).toBe(200);
    const inUse = {
      file: "schemas/inland-rate.json",
      pointer: "/properties/pickUp",
      reason:
        'The field "pickUp" is still used: inland-rates/columns, inland-rates/filters. Remove it there first.',
    };
    const removed = await edit((fields) => delete fields.pickUp);
    expect(problemsOf(removed)).toContainEqual(inUse);
    const retyped = await edit((fields) => (fields.pickUp = text));
    expect(problemsOf(retyped)).toContainEqual(inUse);
    const relabelled = await edit((fields) => {
      const { pickUp } = fields;
      if (pickUp) pickUp.labels.en.title = "Day";
    });
    expect(relabelled.statusCode).toBe(200);
  });

  it("is removed with the parts that name it, and rolled back with them", async () => {
    const { id } = (await addDay()).json<Published>();
    const back = await admin.rollBack(id);
    expect(back.statusCode).toBe(200);
    expect((await rowOf()).row.properties).not.toHaveProperty("pickUp");
    const again = await admin.rollBack(back.json<Published>().id);
    expect(again.statusCode).toBe(200);
    const { document } = await admin.read(rates);
    expect(document.fields).toEqual({ pickUp: weekday });
    const removed = await admin.publish(
      (declaration, present) => {
        delete present.fields;
        declaration.columns.pop();
        declaration.filters.pop();
      },
      { name: rates },
    );
    expect(removed.statusCode).toBe(200);
    expect((await rowOf()).row.properties).not.toHaveProperty("pickUp");
  });

  it("shows its values to more people only after a confirmation", async () => {
    const forManagers = { userTypes: ["manager"] };
    const keys = (access?: Record<string, unknown>): CreatedField => ({
      ...text,
      schema: { ...text.schema, ...(access ? { "x-access": access } : {}) },
    });
    const publish = (field: CreatedField, confirmsAccess: boolean) =>
      admin.publish(
        (_declaration, document) => {
          document.fields = { keys: field };
        },
        { name: "bike-auctions", confirmsAccess },
      );
    expect((await publish(keys(forManagers), false)).statusCode).toBe(200);
    const refused = await publish(keys(), false);
    expect(refused.json()).toMatchObject({
      messageCode: "confirmation_required",
    });
    expect((await publish(keys(), true)).statusCode).toBe(200);
  });

  it("gives way to a field that the file gets later, and says so", async () => {
    expect((await addDay()).statusCode).toBe(200);
    copy.editRow("inland-rate", ({ properties }) => {
      properties.pickUp = { title: "Pick-up", type: ["boolean", "null"] };
    });
    await test.context.declarations.reload();
    const { row } = await rowOf();
    expect(row.properties.pickUp).toMatchObject({ type: ["boolean", "null"] });
    const { problems = [] } = await admin.bundle();
    expect(problems).toContainEqual(
      expect.objectContaining({
        file: "schemas/inland-rate.json",
        pointer: "/properties/pickUp",
        reason: expect.stringMatching(/The file is used/) as string,
      }),
    );
    expect((await admin.read(rates)).document.fields).toBeUndefined();
  });

  it("is written into the files by the export, and is a field of the file then", async () => {
    expect((await addDay()).statusCode).toBe(200);
    const { files } = await exportPublished(test.context);
    expect(files).toEqual([
      "resources/inland-rates.json",
      "schemas/inland-rate.json",
      "locales/en.json",
      "locales/ru.json",
    ]);
    const written = JSON.parse(
      readFileSync(path.join(copy.root, "schemas/inland-rate.json"), "utf8"),
    ) as { properties: Record<string, object> };
    expect(written.properties.pickUp).toEqual(weekday.schema);
    const { document } = await admin.read(rates);
    expect(document.fields).toBeUndefined();
    // Servers with the former files need the edit for a day.
    const { kysely } = test.context.database;
    const kept = await kysely
      .selectFrom("workspace_overlays")
      .select("taken_at")
      .execute();
    expect(kept).toHaveLength(2);
    for (const { taken_at } of kept) expect(taken_at).not.toBeNull();
  });

  it("acts on a server that starts later, and shows in a preview before", async () => {
    const { document } = await admin.read(rates);
    const declaration = document.declaration as { columns: object[] };
    declaration.columns.push({ id: "pickUp", fields: ["pickUp"] });
    const preview = await admin.post("/workspace/preview", {
      resource: rates,
      document: { ...document, fields: { pickUp: weekday } },
      as: { role: "manager", flags: [] },
      path: "/workspace",
      query: {},
    });
    expect(preview.statusCode).toBe(200);
    expect(preview.body).toContain("pickUp");
    expect((await addDay()).statusCode).toBe(200);
    const other = await testApp({
      root: copy.root,
      database: test.context.database,
    });
    const late = await workshopOf(other);
    expect((await late.read(rates)).document.fields).toEqual({
      pickUp: weekday,
    });
  });

  it("is not shown to clients by the workshop", async () => {
    const reply = await client.get(`/workspace/resources/${rates}`);
    expect(reply.statusCode).toBe(403);
  });
});
