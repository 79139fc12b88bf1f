import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadSchemas } from "../../../server/platform/schemas/loadSchemas";
import { createMessages } from "../../../server/platform/messages";
import { readJsonFolder } from "../../../server/platform/readJson";
import { createSchemas } from "../../../server/platform/schemas/registry";
import { checkLabels } from "../../../server/workspace/checks/checkLabels";
import { checkResources } from "../../../server/workspace/checks/checkResources";
import { runAtOnce } from "../../../server/platform/steps";

const schemas = loadSchemas(process.cwd());
const { files } = readJsonFolder(path.resolve("tests/fixtures"), "resources");
const file = "resources/car-auction.json";

type Part = Record<string | number, unknown>;

/** Returns the car auctions with another value at a JSON pointer. */
function declarationWith(pointer: string, value: unknown): unknown {
  const original = files.find((other) => other.file === file)?.content;
  const content = structuredClone(original) as Part;
  const steps = pointer.split("/").slice(1);
  const last = steps.pop() ?? "";
  const target = steps.reduce<Part>(
    (part, step) => part[step] as Part,
    content,
  );
  target[last] = value;
  return content;
}

const checkFiles = (options: Parameters<typeof checkResources>[0]) =>
  runAtOnce(checkResources(options));

const check = (content: unknown) =>
  checkFiles({ files: [{ file, content }], schemas });

describe("the declarations of the project", () => {
  it("have no mistakes", () => {
    const { resources, problems } = checkFiles({ files, schemas });
    expect(problems).toEqual([]);
    expect(resources.map(({ name }) => name)).toContain("car-auction");
  });
});

describe("a broken declaration", () => {
  it("is reported for every mistake in it", () => {
    const content = declarationWith("/card/badge", "conditon");
    const { resources, problems } = check(content);
    expect(resources).toEqual([]);
    expect(problems).toMatchObject([{ file, pointer: "/card/badge" }]);
  });

  it.each([
    ["/columns/1/refersTo", { list: "car-auktion", by: "id" }, "/list"],
    ["/columns/1/refersTo", { list: "car-auction", by: "idd" }, "/by"],
    ["/related", [{ list: "cars", filter: "maker", by: "id" }], "/0/list"],
    [
      "/related",
      [{ list: "car-auction", filter: "makr", by: "id" }],
      "/0/filter",
    ],
    [
      "/related",
      [
        {
          list: "car-auction",
          filter: "maker",
          by: "id",
          with: { yeer: "2020" },
        },
      ],
      "/0/with",
    ],
    [
      "/related",
      [{ list: "car-auction", filter: "maker", by: "idd" }],
      "/0/by",
    ],
  ])(
    "may not name unknown rows of other lists: %s %o",
    (pointer, value, place) => {
      const { problems } = check(declarationWith(pointer, value));
      expect(problems).toMatchObject([{ file, pointer: pointer + place }]);
    },
  );

  it("may not hide a field by a flag that does not exist", () => {
    const lot = structuredClone(schemas.get("lot")) as {
      properties: Record<string, object>;
    };
    lot.properties.grade = { "x-access": { flags: ["gradeView"] } };
    const others = schemas.all().filter(({ $id }) => $id !== "lot");
    const changed = createSchemas([...others, lot]);
    const { problems } = checkFiles({ files, schemas: changed });
    expect(problems).toMatchObject([
      {
        file: "schemas/lot.json",
        pointer: "/properties/grade/x-access/flags/0",
      },
    ]);
  });

  it.each([
    ["status", "an enum", ["segments"]],
    ["maker", "a dictionary", []],
    ["mileage", "a number", []],
    ["auctionDate", "a date", []],
    ["isUss", "a boolean", []],
    ["images", "a list", []],
    ["lotNo", "a text", ["search"]],
  ])(
    "may not give %s, %s, a control that cannot draw it",
    (field, _type, allowed) => {
      for (const control of ["segments", "search"]) {
        const { problems } = check(
          declarationWith("/filters", [{ field, control }]),
        );
        const isRefused = problems.some(
          ({ pointer }) => pointer === "/filters/0/control",
        );
        expect([control, isRefused]).toEqual([
          control,
          !allowed.includes(control),
        ]);
      }
    },
  );

  it("does not affect the other declarations", () => {
    const broken = { file: "resources/broken.json", content: {} };
    const { resources } = checkFiles({
      files: [broken, ...files],
      schemas,
    });
    expect(resources).toHaveLength(files.length);
  });
});

describe("a label", () => {
  const { resources } = checkFiles({ files, schemas });
  const cars = resources.filter(({ name }) => name === "car-auction");

  it("is reported with its keys and the languages that lack it", () => {
    const messages = createMessages({
      en: { resources: { "car-auction": { title: "Car auctions" } } },
    });
    const problems = checkLabels({ resources: cars, schemas, messages });
    const reasonAt = (pointer: string) =>
      problems.find((problem) => problem.pointer === pointer)?.reason;
    expect(reasonAt("/name")).toBe(
      "No label in ru. Add one of: resources.car-auction.title.",
    );
    expect(reasonAt("/columns/0")).toBe(
      "No label in en, ru. Add one of: resources.car-auction.columns.lot, fields.lot.images.",
    );
  });

  it("is not taken for a misspelt label of another part", () => {
    const columns = { year: "Year", grade: "Grade" };
    const resources = { "car-auction": { title: "Cars", columns } };
    const messages = createMessages({ en: { resources }, ru: { resources } });
    const problems = checkLabels({ resources: cars, schemas, messages });
    expect(problems.map(({ reason }) => reason).join()).not.toContain(
      "Did you mean",
    );
  });

  it("is required for each section of a row's page and of a form", () => {
    const shop = (body: object) => ({
      $id: "shop",
      definitions: { body },
    });
    const lot = structuredClone(schemas.get("lot")) as {
      properties: { grade: object };
    };
    lot.properties.grade = { ...lot.properties.grade, "x-section": "size" };
    const others = schemas.all().filter(({ $id }) => $id !== "lot");
    const place = { type: "string", "x-section": "place" };
    const changed = createSchemas([
      ...others,
      lot,
      shop({ type: "object", properties: { city: place } }),
    ]);
    const body = "shop#/definitions/body";
    const create = { method: "POST" as const, path: "/shops", body };
    const messages = createMessages({
      en: { sections: { shop: { place: "Place" } } },
    });
    const problems = checkLabels({
      resources: cars.map((list) => ({
        ...list,
        calls: { ...list.calls, create },
      })),
      schemas: changed,
      messages,
    }).filter(({ pointer }) => pointer.endsWith("/x-section"));
    expect(problems).toMatchObject([
      {
        file: "schemas/lot.json",
        pointer: "/properties/grade/x-section",
        reason: "No label in en, ru. Add one of: sections.lot.size.",
        severity: "warning",
      },
      {
        file: "schemas/calls/shop.json",
        pointer: "/definitions/body/properties/city/x-section",
        reason: "No label in ru. Add one of: sections.shop.place.",
      },
    ]);
  });

  it("has a color for each status", () => {
    const lot = structuredClone(schemas.get("lot")) as {
      properties: { status: { enum: number[] } };
    };
    const { length } = lot.properties.status.enum;
    lot.properties.status.enum.push(4540);
    const others = schemas.all().filter(({ $id }) => $id !== "lot");
    const changed = createSchemas([...others, lot]);
    const messages = createMessages({});
    const problems = checkLabels({
      resources: cars,
      schemas: changed,
      messages,
    });
    const colors = problems.filter(
      ({ message }) => message?.id === "colorMissing",
    );
    expect(colors).toMatchObject([
      { pointer: `/properties/status/enum/${length}` },
    ]);
  });
});
