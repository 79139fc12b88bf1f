import { describe, expect, it } from "vitest";
import { setChecks } from "../../../server/declare";
import { ProblemsFound } from "../../../server/platform/problem";
import { compileSet } from "../../../server/workspace/declared/compileSet";
import { exampleSources } from "../../support/exampleSources";
import { depotRow, depots } from "./records/support/depots";

const { id, name, cost } = depotRow.properties;
const depot = {
  title: "Depot",
  type: ["string", "null"],
  "x-record": { list: "depots", name: "name" },
};
/** Only managers see who keeps a depot. */
const kept = {
  ...depotRow,
  properties: {
    ...depotRow.properties,
    keeper: {
      title: "Keeper",
      type: ["string", "null"],
      "x-access": { userTypes: ["manager"] },
    },
  },
};
const depotName = {
  title: "Depot",
  type: ["string", "null"],
  "x-nameOf": "depot",
};
const ports = {
  ...depots,
  ...{ name: "ports", route: "/ports", detailRoute: "/ports/:id" },
  where: {
    any: [
      { field: "kind", is: "port" },
      { viewer: { userTypes: ["manager"] } },
    ],
  },
};

/** Returns the problems of berths with these fields, in a list of everybody. */
function problemsOf(
  fields: object,
  list: object = {},
  required: readonly string[] = [],
): unknown[] {
  const berth = {
    ...depotRow,
    ...{ $id: "berth", title: "A berth" },
    required: ["id", ...required],
    properties: { id, name, cost, depot, depotName, ...fields },
  };
  const berths = {
    ...depots,
    ...{ name: "berths", route: "/berths", detailRoute: "/berths/:id" },
    ...{ row: "berth", columns: [{ id: "name", fields: ["name"] }] },
    ...{ filters: [], summary: [], sorts: [{ id: "name", field: "name" }] },
    ...list,
  };
  const file = (content: { name: string }) => ({
    file: `resources/${content.name}.json`,
    content: { $schema: "../schemas/meta/resource.json", ...content },
  });
  const schema = (content: { $id: string }) => ({
    file: `schemas/${content.$id}.json`,
    content,
  });
  try {
    compileSet({
      sources: {
        ...exampleSources,
        schemas: [...exampleSources.schemas, schema(kept), schema(berth)],
        resources: [
          ...exampleSources.resources,
          ...[depots, ports, berths].map(file),
        ],
      },
      checks: setChecks,
    });
    return [];
  } catch (error) {
    if (!(error instanceof ProblemsFound)) throw error;
    return error.problems.map(({ pointer, message }) => [pointer, message?.id]);
  }
}

describe("a reference to a record of another list", () => {
  it("is right with a name that everybody sees", () => {
    expect(problemsOf({})).toEqual([]);
  });

  it.each([
    ["depot", "/x-record/list", "referenceList"],
    ["ports", "/x-record/list", "referenceByViewer"],
  ])("cannot name the list %j", (list, pointer, message) => {
    const record = { list, name: "name" };
    expect(problemsOf({ depot: { ...depot, "x-record": record } })).toEqual([
      [`/properties/depot${pointer}`, message],
    ]);
  });

  it.each([
    ["nam", "/x-record/name", "unknownField"],
    ["places", "/x-record/name", "unknownField"],
    ["updatedBy", "/x-record/name", "unknownField"],
  ])("cannot be named by the field %j", (field, pointer, message) => {
    const record = { list: "depots", name: field };
    expect(problemsOf({ depot: { ...depot, "x-record": record } })).toEqual([
      [`/properties/depot${pointer}`, message],
    ]);
  });

  it("is a text", () => {
    const number = { ...depot, type: ["integer", "null"] };
    expect(problemsOf({ depot: number })).toContainEqual([
      "/properties/depot/x-record",
      "referenceNotRecord",
    ]);
  });

  it("is refused if somebody who sees it may not see the name", () => {
    const everybody = problemsOf({
      depot: { ...depot, "x-record": { list: "depots", name: "keeper" } },
    });
    expect(everybody).toEqual([
      ["/properties/depot/x-record", "referenceHidden"],
    ]);
    const managed = {
      ...depot,
      "x-record": { list: "depots", name: "keeper" },
      "x-access": { userTypes: ["manager"] },
    };
    expect(problemsOf({ depot: managed })).toEqual([]);
  });
});

describe("a name of another record", () => {
  it.each([
    [{ "x-nameOf": "name" }, "/x-nameOf", "nameOfNoReference"],
    [{ type: "string" }, "/type", "nameType"],
  ])("is refused with %j", (change, pointer, message) => {
    expect(problemsOf({ depotName: { ...depotName, ...change } })).toEqual([
      [`/properties/depotName${pointer}`, message],
    ]);
  });

  it("cannot be in a fixed condition", () => {
    const where = { field: "depotName", is: "Kobe" };
    expect(problemsOf({}, { where })).toContainEqual(["/where", "notStored"]);
  });
});

describe("a copy of a field of another record", () => {
  const opened = (changes: object = {}, copied: object = {}) => ({
    copied: {
      title: "Opened",
      type: ["string", "null"],
      format: "date",
      "x-copyOf": { by: "depot", field: "opened", ...copied },
      ...changes,
    },
  });

  it("is right with the same kind of value, which may be empty", () => {
    expect(problemsOf(opened())).toEqual([]);
  });

  it.each([
    [{}, { by: "name" }, "/x-copyOf/by", "nameOfNoReference"],
    [{}, { field: "opend" }, "/x-copyOf/field", "unknownField"],
    [{}, { field: "updatedAt" }, "/x-copyOf/field", "unknownField"],
    [{}, { field: "places" }, "/x-copyOf/field", "copyType"],
    [{}, { field: "services" }, "/x-copyOf/field", "copyType"],
    [{ type: "string" }, {}, "/x-copyOf/field", "copyType"],
    [{ readOnly: true, default: null }, {}, "/x-copyOf/field", "copyType"],
  ])("is refused with %j and %j", (changes, copied, pointer, message) => {
    expect(problemsOf(opened(changes, copied))).toContainEqual([
      `/properties/copied${pointer}`,
      message,
    ]);
  });

  it("is refused if somebody who sees it may not see the other field", () => {
    const copied = { title: "Keeper", type: ["string", "null"] };
    const by = { "x-copyOf": { by: "depot", field: "keeper" } };
    expect(problemsOf({ copied: { ...copied, ...by } })).toEqual([
      ["/properties/copied/x-copyOf/field", "copyHidden"],
    ]);
  });

  it("is refused if a transition requires it and the other field may be empty", () => {
    const state = {
      ...{ title: "State", type: "string", enum: ["old", "new"] },
      default: "old",
      "x-states": [{ from: ["old"], to: "new", requires: ["copied"] }],
    };
    expect(problemsOf({ ...opened(), state }, {}, ["state"])).toEqual([
      ["/properties/copied/x-copyOf/field", "copyNeeded"],
    ]);
  });
});
