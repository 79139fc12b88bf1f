import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Document } from "../../../domain/declarations/document";
import { signIn, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { saved } from "../workspace/records/support/saved";
import { nothing, publishList, yards } from "./createdList";
import { startWorkshop, type Problem, type WorkshopCalls } from "./support";

const copy = declaredCopy();

/** Every confirmation that a publication may ask for. */
const confirmed = { confirmsAccess: true, confirmsRows: true };

function withoutImport(document: Document): Document {
  delete document.declaration.import;
  document.declaration.calls = { facets: {}, detail: {} };
  return document;
}

/** Makes a list whose rows belong to the users whom they name. */
function withOwner(list: Document): Document {
  const document = withoutImport(list);
  document.declaration.owner = { field: "user" };
  document.fields = {
    ...document.fields,
    user: {
      schema: { title: "User", type: ["string", "null"], "x-code": true },
      labels: { en: { title: "User" }, ru: { title: "Пользователь" } },
    },
  };
  return document;
}

const withRequired = (document: Document): Document => ({
  ...document,
  fields: {
    ...document.fields,
    street: {
      schema: { title: "Street", type: "string", maxLength: 60 },
      labels: { en: { title: "Street" }, ru: { title: "Улица" } },
    },
  },
});

const withOptional = (document: Document): Document => {
  const next = withRequired(document);
  if (next.fields?.street) next.fields.street.schema.type = ["string", "null"];
  return next;
};

describe("the stored rows of a created list", () => {
  let test: TestApp;
  let admin: WorkshopCalls;

  beforeAll(async () => {
    ({ test, admin } = await startWorkshop(copy));
  });

  beforeEach(async () => {
    const { kysely } = test.context.database;
    await kysely.deleteFrom("workspace_overlays").execute();
    await kysely
      .deleteFrom("records")
      .where("row_schema", "=", "yards")
      .execute();
    await test.context.declarations.reload();
  });

  /** Publishes the next version of the list and returns its problems. */
  const change = async (document: Document) => {
    const known = await admin.get("/workspace/resources/yards");
    const version =
      known.statusCode === 200
        ? { version: known.json<{ version: string }>().version }
        : {};
    const reply = await publishList(admin, document, {
      ...version,
      ...confirmed,
    });
    const { problems = [] } = reply.json<{ problems?: Problem[] }>();
    expect(reply.statusCode).toBe(problems.length > 0 ? 422 : 200);
    return problems;
  };
  const addRow = async (row: object = {}) => {
    const reply = await admin.post("/lists/yards", {
      ...{ name: "Kisarazu", kind: "yard" },
      ...row,
    });
    expect(reply.statusCode).toBe(201);
    return saved(reply);
  };

  it("keep their unique fields, also if the list is created again", async () => {
    const other = { ...yards(), unique: ["name", "kind"] };
    const { unique: _unique, ...bare } = withoutImport(yards());
    if (bare.fields?.places) bare.fields = { places: bare.fields.places };
    bare.declaration.columns = [{ id: "places", fields: ["places"] }];
    Object.assign(bare.declaration, { filters: [], sorts: [] });
    const problem = {
      file: "schemas/yards.json",
      pointer: "/x-unique",
      reason: expect.stringMatching(/\(1\).*unique fields: name\./) as string,
    };
    await change(yards());
    expect(await change(other)).toEqual([]);
    expect(await change(yards())).toEqual([]);
    await addRow();
    expect(await change(other)).toEqual([problem]);
    expect(await change(nothing)).toEqual([]);
    for (const document of [other, bare])
      expect(await change(document)).toEqual([problem]);
    expect(await change(yards())).toEqual([]);
  });

  it("keep their owners, also if the list is created again", async () => {
    const problem = {
      file: "resources/yards.json",
      pointer: "/owner",
      reason: expect.stringMatching(/other owners/) as string,
    };
    const owned = withOwner(yards());
    const free = withOwner(yards());
    delete free.declaration.owner;
    await change(free);
    expect(await change(owned)).toEqual([]);
    expect(await change(free)).toEqual([]);
    await addRow();
    expect(await change(owned)).toEqual([problem]);
    expect(await change(nothing)).toEqual([]);
    expect(await change(owned)).toEqual([problem]);
    expect(await change(free)).toEqual([]);
  });

  it("are not the only row of a list that is created again for a single row", async () => {
    const problem = {
      file: "resources/yards.json",
      pointer: "/single",
      reason: expect.stringMatching(/\(2\).*another value/) as string,
    };
    const single = withoutImport(yards());
    single.declaration.single = true;
    const { unique: _unique, ...many } = withoutImport(yards());
    const { unique: _others, ...only } = single;
    await change(many);
    await addRow();
    await addRow({ name: "Chiba" });
    expect(await change(nothing)).toEqual([]);
    expect(await change(only)).toEqual([problem]);
    expect(await change(many)).toEqual([]);
  });

  it("all have a value in a field before it is required", async () => {
    const problem = {
      file: "schemas/yards.json",
      pointer: "/properties/street",
      reason: expect.stringMatching(/: 1\. Publish .* optional/) as string,
    };
    await change(yards());
    const row = await addRow();
    expect(await change(withRequired(yards()))).toEqual([problem]);
    expect(await change(withOptional(yards()))).toEqual([]);
    expect(await change(withRequired(yards()))).toEqual([problem]);
    const filled = await test.call({
      method: "PUT",
      url: `/api/lists/yards/${row.id}`,
      headers: { "if-match": row.tag },
      payload: { name: "Kisarazu", kind: "yard", street: "Harbour road" },
      ...(await signIn(test, "admin")),
    });
    expect(filled.statusCode).toBe(200);
    expect(await change(withRequired(yards()))).toEqual([]);
    expect(await change(nothing)).toEqual([]);
    expect(await change(withRequired(yards()))).toEqual([]);
  });
});
