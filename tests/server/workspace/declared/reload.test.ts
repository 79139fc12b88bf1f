import { Ajv } from "ajv";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { signIn, testApp, type TestApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";

const copy = declaredCopy();
const cars = "resources/car-auction.json";

type Bundle = {
  viewerVersion: string;
  resources: Resource[];
  problems?: {
    file: string;
    pointer: string;
    reason: string;
    severity?: string;
  }[];
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

  it("is compiled before it acts, so that the first requests do not wait", async () => {
    copy.editRow("lot", ({ properties }) => {
      Object.assign(properties.grade ?? {}, { maxLength: 199 });
    });
    const compile = vi.spyOn(Ajv.prototype, "compile");
    await reload();
    expect(compile).toHaveBeenCalled();
    compile.mockClear();
    for (const url of [
      "/auction/listing?grade=G",
      "/auction/filters",
      "/auction/chassis",
      "/auction/detail?id=1",
      "/lists/favorites",
      "/user/view-profile",
    ])
      expect(
        (await test.app.inject({ url: `/api${url}`, ...client })).statusCode,
        url,
      ).toBeLessThan(405);
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
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
    ["has invalid JSON in it", cars, "{", ""],
    ["names an unknown field", cars, "nothing", "/columns/0/fields/0"],
    ["sorts by a computed field", cars, "myBid", "/sorts/0/field"],
  ])(
    "keeps the last valid set if it %s, and reports it to the administrator",
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
      expect(problems.map(({ file: of, pointer: at }) => of + at)).toContain(
        file + pointer,
      );
      copy.restore();
      await reload();
      expect((await bundle(admin)).problems).toEqual([]);
    },
  );

  it("keeps the type of a core field", async () => {
    copy.editRow("lot", ({ properties }) => {
      properties.priv = { type: ["integer", "null"], "x-core": true };
    });
    await reload();
    expect((await bundle(admin)).problems).toContainEqual({
      file: "schemas/lot.json",
      pointer: "/properties/priv/type",
      reason:
        "The program is written for this field as it was. Change the code first.",
    });
  });

  it("changes the calls of a list only at the next start, and the rest at once", async () => {
    copy.editResource("car-auction", (resource) => {
      resource.calls.list.path = "/auction/other";
    });
    copy.remove("resources/my-bids.json");
    copy.remove("dashboards/today.json");
    copy.editResource("bid-manager", ({ columns }) => {
      columns.reverse();
    });
    await reload();
    const { problems = [], resources } = await bundle(admin);
    const waiting = problems.map(({ file, pointer }) => `${file} ${pointer}`);
    expect(waiting).toEqual([`${cars} /calls`, "resources/my-bids.json "]);
    for (const { severity } of problems) expect(severity).toBe("warning");
    const manager = resources.find(({ name }) => name === "bid-manager");
    expect(manager?.columns.at(-1)?.id).toBe("lot");
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
