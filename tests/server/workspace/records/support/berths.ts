import type { DeclaredCopy } from "../../../../support/declaredCopy";
import { depotRow, depots } from "./depots";

const { id } = depotRow.properties;

/** The row of a made-up list whose records copy two fields of the depots. */
const berthRow = {
  ...depotRow,
  $id: "berth",
  title: "A berth",
  required: ["id", "code"],
  "x-unique": ["code"],
  properties: {
    id,
    code: { title: "Code", type: "string", minLength: 1, maxLength: 20 },
    depot: {
      title: "Depot",
      type: ["string", "null"],
      "x-code": true,
      "x-label": "depotName",
      "x-record": { list: "depots", name: "name" },
    },
    depotName: {
      title: "Depot",
      type: ["string", "null"],
      "x-nameOf": "depot",
    },
    opened: {
      title: "Opened",
      type: ["string", "null"],
      format: "date",
      "x-copyOf": { by: "depot", field: "opened" },
    },
    places: {
      title: "Places",
      type: ["integer", "null"],
      "x-copyOf": { by: "depot", field: "places" },
    },
  },
};

/** Adds depots, and berths that copy them, to a copy of the declarations. */
export function declareBerths(copy: DeclaredCopy): void {
  copy.write(
    "schemas/depot.json",
    JSON.stringify({ ...depotRow, "x-unique": ["name"] }),
  );
  copy.write("schemas/berth.json", JSON.stringify(berthRow));
  const list = { $schema: "../schemas/meta/resource.json", ...depots };
  copy.write(
    "resources/depots.json",
    JSON.stringify({
      ...list,
      calls: { ...depots.calls, import: {} },
      import: { key: ["name"] },
      actions: [
        { id: "set", on: ["row"], edits: ["name", "kind", "opened", "places"] },
      ],
    }),
  );
  copy.write(
    "resources/berths.json",
    JSON.stringify({
      ...list,
      ...{ name: "berths", route: "/berths", detailRoute: "/berths/:id" },
      ...{ row: "berth", summary: [], search: undefined },
      calls: { facets: {}, import: {} },
      import: { key: ["code"] },
      columns: [{ id: "code", fields: ["code", "opened"] }],
      filters: [{ field: "depot" }],
      sorts: [{ id: "code", field: "code" }],
      defaultOrder: { field: "code", order: "ASC" },
      actions: [{ id: "set", on: ["row"], edits: ["code", "depot", "opened"] }],
    }),
  );
}
