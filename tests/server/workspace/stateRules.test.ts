import { describe, expect, it } from "vitest";
import { setChecks } from "../../../server/declare";
import { ProblemsFound } from "../../../server/platform/problem";
import { compileSet } from "../../../server/workspace/declared/compileSet";
import { exampleSources } from "../../support/exampleSources";
import { depotRow, depots } from "./records/support/depots";

const state = {
  title: "State",
  type: "string",
  enum: ["planned", "open"],
  default: "planned",
  "x-states": [{ from: ["planned"], to: "open", requires: ["places"] }],
};
const keeper = { title: "Keeper", type: "string", "x-code": true };

/** Returns the places and messages of the problems of depots with these parts. */
function problemsOf({
  fields = {},
  list = {},
}: {
  fields?: object;
  list?: object;
}): string[] {
  const row = {
    ...depotRow,
    required: [...depotRow.required, "state"],
    properties: { ...depotRow.properties, state, keeper, ...fields },
  };
  try {
    compileSet({
      sources: {
        ...exampleSources,
        schemas: [
          ...exampleSources.schemas,
          { file: "schemas/depot.json", content: row },
        ],
        resources: [
          ...exampleSources.resources,
          {
            file: "resources/depots.json",
            content: {
              $schema: "../schemas/meta/resource.json",
              ...{ ...depots, ...list },
            },
          },
        ],
      },
      checks: setChecks,
    });
  } catch (error) {
    if (!(error instanceof ProblemsFound)) throw error;
    return error.problems
      .filter(({ file }) => /depot/.test(file))
      .map(({ pointer, message }) => `${pointer} ${String(message?.id)}`);
  }
  return [];
}

describe("a state", () => {
  it("of a list with records has no problem, with an action that moves it", () => {
    const actions = [{ id: "state", on: ["row"], moves: "state" }];
    expect(problemsOf({ list: { actions } })).toEqual([]);
  });

  it.each([
    [
      { ...state, default: undefined },
      "/properties/state/x-states stateNeedsEnum",
    ],
    [
      { ...state, enum: undefined },
      "/properties/state/x-states stateNeedsEnum",
    ],
    [
      { ...state, "x-states": [{ from: ["plannd"], to: "open" }] },
      "/properties/state/x-states/0 stateUnknown",
    ],
    [
      {
        ...state,
        "x-states": [{ from: ["planned"], to: "open", requires: ["spaces"] }],
      },
      "/properties/state/x-states/0 unknownField",
    ],
  ])("%j is a mistake", (wrong, expected) => {
    expect(problemsOf({ fields: { state: wrong } })).toContain(expected);
  });

  it("needs a list that stores records", () => {
    expect(problemsOf({ list: { store: undefined } })).toContain(
      "/properties/state/x-states stateNeedsRecords",
    );
  });

  it("decides about the display of no field", () => {
    const note = {
      ...{ title: "Note", type: ["string", "null"] },
      "x-when": { field: "state", is: "open" },
    };
    expect(problemsOf({ fields: { note } })).toContain(
      "/properties/note/x-when stateDecides",
    );
  });

  it.each([
    [
      { id: "edit", on: ["row"], edits: ["state"] },
      "/actions/0/edits/0 editsState",
    ],
    [
      { id: "move", on: ["row"], moves: "kind" },
      "/actions/0/moves movesNoState",
    ],
    [
      { id: "move", on: ["row"], moves: "state", edits: ["places"] },
      "/actions/0/edits movesWithCall",
    ],
  ])("is not changed by the action %j", (action, expected) => {
    expect(problemsOf({ list: { actions: [action] } })).toContain(expected);
  });
});

describe("an owner", () => {
  it("can be named by a field", () => {
    expect(problemsOf({ list: { owner: { field: "keeper" } } })).toEqual([]);
  });

  it.each([
    [{ field: "keeper", most: 5 }, "/owner ownerWays"],
    [{ withClients: {} }, "/owner ownerWays"],
    [{ most: 5, withClients: {} }, "/owner/withClients ownerWithClients"],
    [{ most: 5, mostOfRecord: 5 }, "/owner/mostOfRecord ownerMostOfRecord"],
    [{ field: "name" }, "/owner/field ownerField"],
    [{ of: "keeper" }, "/owner/of ownerField"],
  ])("%j is a mistake", (owner, expected) => {
    expect(problemsOf({ list: { owner } })).toContain(expected);
  });

  it("needs a list that stores records", () => {
    const list = { owner: { field: "keeper" }, store: undefined };
    expect(problemsOf({ list })).toContain("/owner ownerNeedsStore");
  });
});
