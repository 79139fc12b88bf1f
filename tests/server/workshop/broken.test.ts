import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Document } from "../../../domain/declarations/document";
import { signInAnew, testApp, type TestApp } from "../../support/app";
import { cars, workshopOf } from "./support";

type Node = Record<string, unknown>;

/** Returns every property of a document that a test can break. */
function placesOf(value: unknown): [node: Node, key: string][] {
  if (typeof value !== "object" || value === null) return [];
  const node = value as Node;
  return Object.keys(node).flatMap((key): [Node, string][] => [
    [node, key],
    ...placesOf(node[key]),
  ]);
}

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);

const mistakes: readonly unknown[] = [
  undefined,
  null,
  1e300,
  -1,
  "",
  "no such thing",
  "x".repeat(3000),
  [],
  {},
  [null],
  { id: 1 },
  [{ id: "a" }, { id: "a" }],
  nested(80),
  { constructor: { prototype: 1 } },
];

describe("publishing a broken document", () => {
  let test: TestApp;
  let admin: Awaited<ReturnType<typeof workshopOf>>;

  beforeAll(async () => {
    test = await testApp();
    admin = await workshopOf(test);
  });

  it("either rejects it with errors or activates it completely", async () => {
    const present = (await admin.read()).document;
    const edits = fc.sample(fc.tuple(fc.nat(), fc.constantFrom(...mistakes)), {
      numRuns: 30,
    });
    for (const [place, mistake] of edits) {
      const document = structuredClone<Document>(present);
      const places = placesOf(document.declaration);
      const [node, key] = places[place % places.length] ?? [{}, ""];
      if (mistake === undefined) Reflect.deleteProperty(node, key);
      else node[key] = mistake;
      const before = test.context.workspace.declarationsHash;
      const { version } = await admin.read();
      const mistakeText = `${key} is ${JSON.stringify(mistake)}`.slice(0, 80);
      const check = await admin.post("/workspace/check", {
        resource: cars,
        document,
      });
      expect([200, 400], mistakeText).toContain(check.statusCode);
      const reply = await admin.post("/workspace/changes", {
        resource: cars,
        document,
        version,
        reason: "break it",
      });
      if (reply.statusCode === 200) {
        const list = await admin.get("/auction/listing");
        const facets = await admin.get("/auction/filters");
        expect([list.statusCode, facets.statusCode], mistakeText).toEqual([
          200, 200,
        ]);
        continue;
      }
      expect([400, 422], mistakeText).toContain(reply.statusCode);
      expect(test.context.workspace.declarationsHash, mistakeText).toBe(before);
    }
  });

  it("describes an edit whose names have any length", async () => {
    const { document } = await admin.read();
    const field = "x".repeat(3000);
    const { declaration } = document;
    const columns = [{ field }, ...(declaration["columns"] as unknown[])];
    const check = await admin.post("/workspace/check", {
      resource: cars,
      document: { ...document, declaration: { ...declaration, columns } },
    });
    expect(check.statusCode).toBe(200);
    expect(check.json()).toMatchObject({
      difference: [{ pointer: `/columns/${field}`, kind: "add" }],
    });
  });

  it("rejects extremely nested JSON", async () => {
    const deep = "[".repeat(50_000) + "]".repeat(50_000);
    const payload = `{"resource":"${cars}","document":{"declaration":{"a":${deep}},"labels":{"en":{},"ru":{}}}}`;
    const { cookies } = await signInAnew(test, "admin");
    const reply = await test.call({
      method: "POST",
      url: "/api/workspace/check",
      headers: { "content-type": "application/json" },
      payload,
      cookies,
    });
    expect(reply.statusCode).toBe(400);
  });
});
