import { describe, expect, it } from "vitest";
import { loadSchemas } from "../../../server/platform/schemas/loadSchemas";
import { createMessages } from "../../../server/platform/messages";
import { readJsonFolder } from "../../../server/platform/readJson";
import { createSchemas } from "../../../server/platform/schemas/registry";
import { checkLabels } from "../../../server/workspace/checks/checkLabels";
import { checkResources } from "../../../server/workspace/checks/checkResources";

const schemas = loadSchemas(process.cwd());
const { files } = readJsonFolder(process.cwd(), "resources");
const file = "resources/car-auction.json";

type Part = Record<string | number, unknown>;

/** The car auctions with one part set to another value, by JSON pointer. */
function declarationWith(pointer: string, value: unknown): unknown {
  const original = files.find((one) => one.file === file)?.content;
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

const check = (content: unknown) =>
  checkResources({ files: [{ file, content }], schemas });

describe("the declarations of the project", () => {
  it("are all in order", () => {
    const { resources, problems } = checkResources({ files, schemas });
    expect(problems).toEqual([]);
    expect(resources.map(({ name }) => name)).toContain("car-auction");
  });
});

describe("a broken declaration", () => {
  it.each([
    ["/columns/0/fields/0", "imges", 'did you mean "images"?'],
    ["/columns/1/sort", "auctionDay", 'did you mean "auctionDate"?'],
    ["/filters/1/field", "makerr", 'did you mean "maker"?'],
    ["/filters/1/resets/0", "modl", 'did you mean "model"?'],
    ["/filters/2/by", "makr", 'did you mean "maker"?'],
    ["/sorts/0/field", "date", "is no field"],
    ["/search/parameters/0/fields/0", "lotNumber", "is no field"],
    ["/card/badge", "conditon", 'did you mean "condition"?'],
    ["/defaultOrder/field", "auctiondate", 'did you mean "auctionDate"?'],
    ["/key", "identity", "is no field"],
    ["/detailRoute", "/car-auction/:lot", "is no field"],
    ["/name", "car-auctions", "the file is not"],
    ["/columns/1/id", "lot", "is taken"],
    ["/filters/1/send", "page", "is taken"],
    ["/filters/1/id", "totalResults", "is taken"],
    ["/filters/2/by", "model", "is the filter itself"],
    ["/search/send/1", "quick_search_parameter", "is taken"],
    ["/calls/list/rows", "success", "is taken"],
    ["/calls/list/path", "/*", "is no path of a call"],
    ["/calls/facets/path", "/auction/:id", "is no path of a call"],
    ["/calls/facets/path", "/auction/listing", "is that of car-auction"],
    ["/views/0", "tiles", 'there is "default", "card", "grid"'],
    ["/access/flags/0", "carAuctionView", 'did you mean "carAuctionsView"?'],
    ["/colour", "red", 'unknown key "colour"'],
  ])("is told by file, pointer and reason: %s", (pointer, value, reason) => {
    const { resources, problems } = check(declarationWith(pointer, value));
    expect(resources).toEqual([]);
    expect(problems[0]?.file).toBe(file);
    expect(problems.map((problem) => problem.reason).join()).toContain(reason);
    const places = problems.map((problem) => problem.pointer);
    expect(places.some((place) => pointer.startsWith(place))).toBe(true);
  });

  it("is one whose route another resource has", () => {
    const copy = declarationWith("/name", "copy");
    const { problems } = checkResources({
      files: [...files, { file: "resources/copy.json", content: copy }],
      schemas,
    });
    expect(problems.slice(0, 3).map(({ reason }) => reason)).toEqual([
      "route /car-auction is that of car-auction",
      "route / is that of car-auction",
      "call /auction/listing is that of car-auction",
    ]);
  });

  it("is one whose row keeps a field by a flag that does not exist", () => {
    const lot = structuredClone(schemas.get("lot")) as {
      properties: Record<string, object>;
    };
    lot.properties.grade = { "x-access": { flags: ["gradeView"] } };
    const others = schemas.all().filter(({ $id }) => $id !== "lot");
    const changed = createSchemas([...others, lot]);
    const { problems } = checkResources({ files, schemas: changed });
    expect(problems).toMatchObject([
      {
        file: "schemas/lot.json",
        pointer: "/properties/grade/x-access/flags/0",
      },
    ]);
  });

  it("does not take the others with it", () => {
    const broken = { file: "resources/broken.json", content: {} };
    const { resources } = checkResources({
      files: [broken, ...files],
      schemas,
    });
    expect(resources).toHaveLength(files.length);
  });
});

describe("a label", () => {
  const { resources } = checkResources({ files, schemas });
  const cars = resources.filter(({ name }) => name === "car-auction");

  it("that a language lacks is told with the keys it is looked for under", () => {
    const messages = createMessages({
      en: { resources: { "car-auction": { title: "Car auctions" } } },
    });
    const problems = checkLabels({ resources: cars, schemas, messages });
    expect(problems).toContainEqual({
      file,
      pointer: "/name",
      reason: "no text in ru: resources.car-auction.title",
    });
    expect(problems).toContainEqual({
      file,
      pointer: "/columns/0",
      reason:
        "no text in en and ru: resources.car-auction.columns.lot or fields.lot.images",
    });
  });
});
