import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ownPages } from "../../../../domain/declarations/ownPages";
import type { Resource } from "../../../../domain/resource";
import { areas } from "../../../../server/areas";
import { isOwnCall } from "../../../../server/workspace/checks/addressRules";
import { signIn, testApp, type TestApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { contentOf, edited } from "./support";

const copy = declaredCopy();
const cars = "resources/car-auction.json";
const lot = "schemas/lot.json";

type ReportedProblem = { file: string; pointer: string; reason: string };
type Bundle = {
  viewerVersion: string;
  resources: Resource[];
  problems?: ReportedProblem[];
};

/** A broken file as text, and the problem that is reported. */
type Broken = [name: string, file: string, text: string, problem: string];

const text = (file: string) => JSON.stringify(contentOf(file), null, 2);
const changed = (file: string, pointer: string, value: unknown) =>
  JSON.stringify(edited(contentOf(file), { file, pointer, value }));

const broken: Broken[] = [
  ["is empty", cars, "", ": Must not be empty."],
  [
    "has a comma too many",
    cars,
    '{\n  "name": "a",\n}',
    ': Invalid JSON at line 3, column 1: a name in double quotes is expected here. Remove a comma before "}".',
  ],
  ["is a list", cars, "[]", ": Must be an object, but is a list."],
  [
    "has the same key twice",
    cars,
    text(cars).replace('"row"', '"row": "bid", "row"'),
    "/row: The key appears twice in its object. Only the last one would count.",
  ],
  [
    "has an unknown key",
    cars,
    changed(cars, "/colums", []),
    '/colums: Unknown key "colums". Did you mean "columns"?',
  ],
  [
    "removes a field that the program needs",
    lot,
    changed(lot, "/properties/mileage/x-core", undefined),
    '/properties/mileage: The field must keep "x-core": the program needs it.',
  ],
  ["has no texts", "locales/ru.json", "{}", ""],
  [
    "changes a call",
    "schemas/calls/place-bid.json",
    changed("schemas/calls/place-bid.json", "/definitions/body/required", []),
    "/definitions/body/required/0: The program is written for this structure. It cannot change while the program runs.",
  ],
];

describe("a file with mistakes, while the program runs", () => {
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
    "changes nothing for users and is reported to the administrator: it %s",
    async (_name, file, content, problem) => {
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
      const lines = problems.map(
        ({ pointer, reason }) => `${pointer}: ${reason}`,
      );
      if (problem !== "") expect(lines).toContain(problem);
      for (const { reason } of problems)
        expect(reason).not.toContain(copy.root);
    },
  );

  it("acts again as soon as it is fixed", async () => {
    copy.write(cars, "{");
    await test.context.declarations.reload();
    copy.restore();
    await test.context.declarations.reload();
    expect((await bundle(admin)).problems).toEqual([]);
  });

  it("may change the texts and limits of a call", async () => {
    const file = "schemas/calls/sign-in.json";
    const pointer = "/definitions/body/properties/password/maxLength";
    copy.write(file, changed(file, pointer, 99));
    await test.context.declarations.reload();
    expect((await bundle(admin)).problems).toEqual([]);
  });

  it("cannot take the path of a call of the app", () => {
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
    const calls = areas.flatMap(({ calls: ofArea = [] }) => ofArea);
    expect(own.filter((url) => !isOwnCall(url, calls))).toEqual([]);
    expect(ownPages).toContain("api");
  });
});
