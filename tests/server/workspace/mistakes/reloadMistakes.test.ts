import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import {
  ownCalls,
  ownPages,
} from "../../../../server/workspace/checks/ownAddresses";
import { signIn, testApp, type TestApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { contentOf, edited } from "./support";

const copy = declaredCopy();
const cars = "resources/car-auction.json";
const lot = "schemas/lot.json";

type Told = { file: string; pointer: string; reason: string };
type Bundle = {
  viewerVersion: string;
  resources: Resource[];
  problems?: Told[];
};

/** A file as text, and what is told of it while the program runs. */
type Broken = [what: string, file: string, text: string, told: string];

const text = (file: string) => JSON.stringify(contentOf(file), null, 2);
const changed = (file: string, pointer: string, value: unknown) =>
  JSON.stringify(edited(contentOf(file), { file, pointer, value }));

const broken: Broken[] = [
  ["is empty", cars, "", ": is empty"],
  [
    "ends too early",
    cars,
    '{\n  "name": "car',
    ": is no JSON: line 2, column 11: a text has no closing quote",
  ],
  [
    "has a comma too many",
    cars,
    '{\n  "name": "a",\n}',
    ': is no JSON: line 2, column 14: a comma stands before "}"',
  ],
  [
    "has a comma too few",
    lot,
    '{ "$id": "lot"\n"type": "object" }',
    ': is no JSON: line 2, column 1: a comma or "}" is missing before """',
  ],
  [
    "has comments",
    cars,
    "// cars\n{}",
    ": is no JSON: line 1, column 1: JSON has no comments",
  ],
  [
    "begins with a byte order mark",
    cars,
    `\ufeff${text(cars)}`,
    ": begins with a byte order mark; save it as UTF-8 without one",
  ],
  ["is a list", cars, "[]", ": is a list, where an object is wanted"],
  [
    "says a key twice",
    cars,
    text(cars).replace('"row"', '"row": "bid", "row"'),
    "/row: stands twice in its object; only the last would count",
  ],
  [
    "is nested without an end",
    cars,
    "[".repeat(5000) + "]".repeat(5000),
    ": is no JSON: line 1, column 62: is nested deeper than 60",
  ],
  [
    "has a key that is none",
    cars,
    changed(cars, "/colums", []),
    '/colums: unknown key "colums"; did you mean "columns"?',
  ],
  [
    "names no field",
    cars,
    changed(cars, "/card/badge", "conditon"),
    '/card/badge: "conditon" is no field of "lot"; did you mean "condition"?',
  ],
  [
    "drops what the program knows",
    lot,
    changed(lot, "/properties/mileage/x-core", undefined),
    "/properties/mileage: is known to the program and stays marked x-core",
  ],
  ["has no texts", "locales/ru.json", "{}", ""],
  [
    "changes a call",
    "schemas/calls/place-bid.json",
    changed("schemas/calls/place-bid.json", "/definitions/body/required", []),
    "/definitions/body/required/0: is a shape that the program is built to",
  ],
  [
    "changes what describes declarations",
    "schemas/meta/resource.json",
    changed("schemas/meta/resource.json", "/required", []),
    "/required/0: is a shape that the program is built to",
  ],
];

describe("a file that is broken while the program runs", () => {
  let test: TestApp;
  let client: { cookies: Record<string, string> };
  let admin: { cookies: Record<string, string> };

  beforeAll(async () => {
    test = await testApp({ root: copy.root });
    client = await signIn(test, "client");
    admin = await signIn(test, "admin");
  });

  beforeEach(async () => {
    copy.restore();
    await test.context.declarations.reload();
  });

  const bundle = async (who: typeof client) =>
    (await test.call({ url: "/api/workspace", ...who })).json<Bundle>();

  it.each(broken)(
    "changes nothing for users and is told to the admin: it %s",
    async (_what, file, content, told) => {
      const before = await bundle(client);
      copy.write(file, content);
      await test.context.declarations.reload();
      const { viewerVersion, resources } = await bundle(client);
      expect(viewerVersion).toBe(before.viewerVersion);
      expect(resources).toEqual(before.resources);
      const list = await test.call({ url: "/api/auction/listing", ...client });
      expect(list.statusCode).toBe(200);
      const { problems = [] } = await bundle(admin);
      expect(problems.length).toBeGreaterThan(0);
      const lines = problems.map((one) => `${one.pointer}: ${one.reason}`);
      if (told !== "") expect(lines).toContain(told);
      for (const one of problems) expect(one.reason).not.toContain(copy.root);
    },
  );

  it("acts again as soon as it is mended", async () => {
    copy.write(cars, "{");
    await test.context.declarations.reload();
    copy.restore();
    await test.context.declarations.reload();
    expect((await bundle(admin)).problems).toEqual([]);
  });

  it("may tune words and limits of a call", async () => {
    const file = "schemas/calls/sign-in.json";
    const pointer = "/definitions/body/properties/password/maxLength";
    copy.write(file, changed(file, pointer, 99));
    await test.context.declarations.reload();
    expect((await bundle(admin)).problems).toEqual([]);
  });

  it("cannot take an address of the program: each is known", () => {
    const { declaredRoutes } = test.app;
    const declared = test.context.workspace
      .resources()
      .flatMap(({ calls: { options = {}, ...calls } }) =>
        [...Object.values(calls), ...Object.values(options)].map(
          ({ path }) => path,
        ),
      );
    const own = declaredRoutes
      .map(({ url }) => url)
      .filter((url) => !declared.includes(url));
    expect(own.length).toBeGreaterThan(15);
    const isKnown = (url: string) =>
      ownCalls.includes(url) ||
      ownCalls.includes(`/${url.split("/")[1] ?? ""}/*`);
    expect(own.filter((url) => !isKnown(url))).toEqual([]);
    expect(ownPages).toContain("api");
  });
});
