import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { signIn, testApp, type TestApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";

const copy = declaredCopy();
const cars = "resources/car-auction.json";

type Bundle = {
  viewerVersion: string;
  resources: Resource[];
  problems?: { file: string; pointer: string; reason: string }[];
};

describe("a file that is edited while the program runs", () => {
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

  const get = (url: string, who = client) =>
    test.call({ url: `/api${url}`, ...who });
  const bundle = async (who = client) =>
    (await get("/workspace", who)).json<Bundle>();
  const carsOf = ({ resources }: Bundle) =>
    resources.find(({ name }) => name === "car-auction");
  const reload = () => test.context.declarations.reload();

  it("shows a new column, which the next list carries", async () => {
    copy.editResource("car-auction", ({ columns }) => {
      columns.unshift({ id: "power", fields: ["horsePower"] });
    });
    await reload();
    const [first] = carsOf(await bundle())?.columns ?? [];
    expect(first).toMatchObject({ id: "power", fields: ["horsePower"] });
    expect((await bundle(admin)).problems).toEqual([]);
  });

  it("has a new filter in the call, its counts and OpenAPI", async () => {
    const url = "/auction/filters?fuel=diesel";
    expect((await get(url)).statusCode).toBe(400);
    copy.editResource("car-auction", ({ filters }) => {
      filters.push({ field: "fuel" });
    });
    await reload();
    const facets = await get(url);
    expect(facets.statusCode).toBe(200);
    expect(facets.json()).toHaveProperty("fuel");
    const openApi = (await get("/openapi.json")).body;
    expect(openApi).toContain('"name":"fuel"');
  });

  it.each([
    ["is no JSON", cars, "{", ""],
    ["names no field", cars, "nothing", "/columns/0/fields/0"],
    ["sorts by what is only shown", cars, "myBid", "/sorts/0/field"],
  ])(
    "keeps the last good set where it %s, and the admin is told",
    async (_name, file, mistake, pointer) => {
      const before = await bundle();
      if (mistake === "{") copy.write(file, mistake);
      else
        copy.editResource("car-auction", ({ columns, sorts }) => {
          if (mistake === "myBid") sorts.unshift({ id: "my", field: mistake });
          else columns.unshift({ id: "none", fields: [mistake] });
        });
      await reload();
      expect(carsOf(await bundle())).toEqual(carsOf(before));
      expect((await bundle()).problems).toBeUndefined();
      const { problems = [] } = await bundle(admin);
      expect(problems.map((one) => one.file + one.pointer)).toContain(
        file + pointer,
      );
      copy.restore();
      await reload();
      expect((await bundle(admin)).problems).toEqual([]);
    },
  );

  it("cannot take a core field away, or make it another type", async () => {
    copy.editRow("lot", ({ properties }) => {
      properties.priv = { type: ["integer", "null"], "x-core": true };
    });
    await reload();
    expect((await bundle(admin)).problems).toContainEqual({
      file: "schemas/lot.json",
      pointer: "/properties/priv",
      reason: "is known to the program by this type",
    });
  });

  it("changes no call of a list, and makes no new one, until the next start", async () => {
    copy.editResource("car-auction", (resource) => {
      resource.calls.list.path = "/auction/other";
    });
    copy.remove("resources/my-bids.json");
    await reload();
    const { problems = [] } = await bundle(admin);
    const told = problems.map((one) => `${one.file} ${one.pointer}`);
    expect(told).toEqual([`${cars} /calls`, "resources/my-bids.json "]);
    for (const { reason } of problems)
      expect(reason).toContain("acts when the program is started again");
  });

  it("has its changed texts sent at once", async () => {
    copy.editTexts("en", (texts) => {
      texts.resources = { "car-auction": { title: "Coming cars" } };
    });
    await reload();
    const texts = await test.app.inject("/locales/en.json");
    expect(texts.json()).toMatchObject({
      resources: { "car-auction": { title: "Coming cars" } },
    });
  });
});
