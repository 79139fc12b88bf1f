import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signIn, testApp, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { importCalls } from "../workspace/records/import/support";
import { publishList, yards } from "./createdList";
import {
  startWorkshop,
  workshopOf,
  type Problem,
  type Published,
  type WorkshopCalls,
} from "./support";

const copy = declaredCopy();

describe("a list that is created in the workshop", () => {
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
    await kysely
      .deleteFrom("records")
      .where("row_schema", "=", "yards")
      .execute();
    await test.context.declarations.reload();
  });

  const create = async (document = yards()) => {
    const reply = await publishList(admin, document);
    expect(reply.body).toContain('"version"');
    expect(reply.statusCode).toBe(200);
    return reply.json<Published>();
  };
  const problemsOf = (reply: Awaited<ReturnType<typeof publishList>>) =>
    reply.json<{ problems: Problem[] }>().problems;

  it("acts at once: people add, find, change and read rows", async () => {
    const before = test.context.workspace.declarationsHash;
    await create();
    expect(test.context.workspace.declarationsHash).not.toBe(before);
    expect(await client.list("yards")).toMatchObject({ route: "/yards" });
    const added = await admin.post("/lists/yards", {
      name: "Kisarazu",
      kind: "yard",
      places: 40,
    });
    expect(added.statusCode).toBe(201);
    const incomplete = await admin.post("/lists/yards", { kind: "yard" });
    expect(incomplete.statusCode).toBe(422);
    const twice = { name: "Kisarazu", kind: "port" };
    expect((await admin.post("/lists/yards", twice)).statusCode).toBe(422);
    const refused = await client.post("/lists/yards", { ...twice, name: "X" });
    expect(refused.statusCode).toBe(403);
    const found = await client.get("/lists/yards?kind=yard");
    expect(found.json()).toMatchObject({
      rows: [{ name: "Kisarazu", kind: "yard", places: 40 }],
    });
    expect((await client.get("/lists/yards?kind=port")).json()).toMatchObject({
      rows: [],
    });
  });

  it("imports a table and keeps the history of its rows", async () => {
    await create();
    const calls = importCalls(test, await signIn(test, "admin"), "yards");
    await calls.run("Name,Kind,Places\nSodegaura,Yard,12\n");
    const { rows } = (await admin.get("/lists/yards")).json<{
      rows: { id: string }[];
    }>();
    const history = await admin.get(
      `/lists/yards/${rows[0]?.id ?? ""}/history`,
    );
    expect(history.json()).toMatchObject({ history: [{ action: "create" }] });
  });

  it("is part of the descriptions of the API and of the texts", async () => {
    await create();
    const openApi = await admin.get("/openapi.json");
    expect(openApi.json<{ paths: object }>().paths).toHaveProperty([
      "/lists/yards",
    ]);
    const texts = (await test.app.inject("/locales/ru.json")).json<{
      fields: Record<string, Record<string, string>>;
      resources: Record<string, { title: string }>;
    }>();
    expect(texts.resources.yards?.title).toBe("Стоянки");
    expect(texts.fields.yards).toMatchObject({
      name: "Название",
      updatedBy: "Кто изменил",
    });
  });

  it("is checked and previewed before it exists, and leaves no warning", async () => {
    const draft = { resource: "yards", document: yards() };
    const check = await admin.post("/workspace/check", draft);
    expect(check.json()).toMatchObject({
      problems: [],
      warnings: [],
      impact: { rows: 0, urls: [] },
    });
    const preview = await admin.post("/workspace/preview", {
      ...draft,
      as: { role: "client", flags: [] },
      path: "/lists/yards",
      query: {},
    });
    expect(preview.json()).toMatchObject({ rows: [] });
    const unknown = await admin.get("/workspace/resources/yards");
    expect(unknown.statusCode).toBe(404);
  });

  it("is edited like every other list, and its access too", async () => {
    await create();
    const { document, version } = await admin.read("yards");
    expect(document).toEqual(yards());
    const declaration = {
      ...document.declaration,
      access: { userTypes: ["manager"] },
      defaultOrder: { field: "name", order: "ASC" },
    };
    const reply = await publishList(
      admin,
      { ...document, declaration },
      { version },
    );
    expect(reply.statusCode).toBe(200);
    expect(await client.list("yards")).toBeUndefined();
    const back = { ...document, declaration: document.declaration };
    const next = (await admin.read("yards")).version;
    const unconfirmed = await publishList(admin, back, { version: next });
    expect(unconfirmed.json()).toMatchObject({
      messageCode: "confirmation_required",
    });
  });

  it("keeps its name, route and rows once it is published", async () => {
    await create();
    const reply = await admin.publish(
      (declaration) => {
        declaration.route = "/elsewhere";
      },
      { name: "yards" },
    );
    expect(problemsOf(reply)).toContainEqual(
      expect.objectContaining({
        file: "resources/yards.json",
        pointer: "/route",
      }),
    );
  });

  it("lets other people than managers write only after a confirmation", async () => {
    const document = yards();
    const declaration = {
      ...document.declaration,
      calls: {
        ...(document.declaration.calls as object),
        create: { access: { userTypes: ["client", "manager"] } },
      },
    };
    const refused = await publishList(admin, { ...document, declaration });
    expect(refused.json()).toMatchObject({
      messageCode: "confirmation_required",
      errors: { confirmsAccess: expect.anything() as object },
    });
    const reply = await publishList(
      admin,
      { ...document, declaration },
      { confirmsAccess: true },
    );
    expect(reply.statusCode).toBe(200);
    const row = { name: "Chiba", kind: "port" };
    expect((await client.post("/lists/yards", row)).statusCode).toBe(201);
  });

  it.each<[string, (document: ReturnType<typeof yards>) => void, string]>([
    ["the rows of a file", (d) => (d.declaration.row = "lot"), "/row"],
    ["rows of an area", (d) => delete d.declaration.store, ""],
    ["a base", (d) => (d.declaration.extends = "freight"), "/extends"],
    [
      "the route of another list",
      (d) => (d.declaration.route = "/freight"),
      "/route",
    ],
    [
      "the route of a page",
      (d) => (d.declaration.route = "/profile"),
      "/route",
    ],
    [
      "the route of a page for visitors",
      (d) => (d.declaration.route = "/quote"),
      "/route",
    ],
    [
      "a path of its own",
      (d) => (d.declaration.calls = { list: { path: "/yards" } }),
      "/calls/list",
    ],
  ])("cannot have %s", async (_what, edit, pointer) => {
    const document = yards();
    edit(document);
    const reply = await publishList(admin, document);
    expect(reply.statusCode).toBe(422);
    expect(problemsOf(reply)).toContainEqual(
      expect.objectContaining({ file: "resources/yards.json", pointer }),
    );
  });

  it.each(["lot", "names", "freight"])(
    "cannot have the name %s, which the files use",
    async (name) => {
      const reply = await publishList(admin, yards(name), { name });
      expect([409, 422]).toContain(reply.statusCode);
    },
  );

  it("cannot be created by other people", async () => {
    const reply = await publishList(client, yards());
    expect(reply.statusCode).toBe(403);
  });

  it("belongs to the first of two administrators who create it", async () => {
    await create();
    const other = yards();
    other.labels.en.title = "Other yards";
    const reply = await publishList(admin, other);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ messageCode: "stale_row" });
    const { document } = await admin.read("yards");
    expect(document.labels.en.title).toBe("Yards");
  });

  it("acts on a server that starts later", async () => {
    await create();
    await admin.post("/lists/yards", { name: "Funabashi", kind: "port" });
    const other = await testApp({
      root: copy.root,
      database: test.context.database,
    });
    const late = await workshopOf(other, "client");
    expect((await late.get("/lists/yards")).json()).toMatchObject({
      rows: [{ name: "Funabashi" }],
    });
  });

  it("is marked in the list of lists", async () => {
    await create();
    const entries = (await admin.get("/workspace/resources")).json<
      { id: string; isCreated: boolean }[]
    >();
    expect(
      entries.filter(({ isCreated }) => isCreated).map(({ id }) => id),
    ).toEqual(["yards"]);
    expect(
      (await admin.get("/workspace/resources/yards")).json(),
    ).toMatchObject({ isCreated: true, filledBy: "forms" });
  });

  it("gives way to a file with its name, and says so", async () => {
    await create();
    const file = {
      ...(yards().declaration as Record<string, unknown>),
      row: "freight",
      import: undefined,
      calls: {},
      columns: [{ id: "yard", fields: ["yard"] }],
      filters: [],
      sorts: [],
    };
    copy.write("resources/yards.json", JSON.stringify(file));
    await test.context.declarations.reload();
    const list = await admin.list("yards");
    expect(list?.row).toBe("freight");
    expect((await admin.bundle()).problems).toContainEqual(
      expect.objectContaining({
        file: "resources/yards.json",
        reason: expect.stringMatching(/created in the workshop/) as string,
      }),
    );
  });

  it("does not act while the files leave no room for it, and says why", async () => {
    await create();
    copy.editResource("freight", (freight) => {
      freight.aliases = ["/yards"];
    });
    await test.context.declarations.reload();
    expect(await admin.list("yards")).toBeUndefined();
    const { problems = [] } = await admin.bundle();
    expect(problems.map(({ reason }) => reason).join(" ")).toMatch(
      /does not fit the files/,
    );
  });
});
