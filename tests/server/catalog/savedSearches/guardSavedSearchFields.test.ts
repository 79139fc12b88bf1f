import { beforeAll, describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { signIn, testApp, type TestApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";

const cars = "car-auction";

describe("a field that saved searches filter by", () => {
  const copy = declaredCopy();
  let test: TestApp;
  let admin: { cookies: Record<string, string> };

  const addField = () => {
    copy.editRow("lot", ({ properties }) => {
      properties.doors = {
        title: "Doors",
        type: ["integer", "null"],
        minimum: 1,
        maximum: 9,
      };
    });
  };
  const addFilter = () => {
    copy.editResource(cars, ({ filters }) => filters.push({ field: "doors" }));
  };
  const reload = () => test.context.declarations.reload();
  const bundle = async () =>
    (await test.call({ url: "/api/workspace", ...admin })).json<{
      resources: Resource[];
      problems: { file: string; pointer: string; reason: string }[];
    }>();
  const filters = async () =>
    (await bundle()).resources
      .find(({ name }) => name === cars)
      ?.filters.map(({ field }) => field);

  beforeAll(async () => {
    addField();
    addFilter();
    test = await testApp({ root: copy.root });
    admin = await signIn(test, "admin");
    for (const title of ["Four doors", "Vans"]) {
      const reply = await test.call({
        method: "POST",
        url: "/api/user/save-search",
        payload: { title, type: "auction", params: "doors=4,5" },
        ...(await signIn(test, "client")),
      });
      expect(reply.statusCode).toBe(200);
    }
  });

  it("cannot be removed, and the administrator sees the reason", async () => {
    copy.restore();
    await reload();
    expect(await filters()).toContain("doors");
    expect((await bundle()).problems).toContainEqual({
      file: "schemas/lot.json",
      pointer: "/properties/doors",
      reason: expect.stringMatching(
        /^2 saved searches of 1 user filter by this field/,
      ) as string,
    });
  });

  it("can be removed after its filter", async () => {
    addField();
    await reload();
    expect(await filters()).not.toContain("doors");
    copy.restore();
    await reload();
    expect((await bundle()).problems).toEqual([]);
    expect(test.context.schemas.row("lot").properties).not.toHaveProperty(
      "doors",
    );
  });
});
