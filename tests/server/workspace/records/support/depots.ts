import type {
  DeclaredResource,
  RowSchema,
} from "../../../../../domain/resource";
import type { DeclaredCopy } from "../../../../support/declaredCopy";

/** The row of a made-up resource; only managers see `rent`, only administrators `cost`. */
export const depotRow = {
  $schema: "./meta/row.json",
  $id: "depot",
  title: "A depot",
  type: "object",
  additionalProperties: false,
  required: ["id", "name", "kind"],
  properties: {
    id: { title: "Id", type: "string", "x-core": true, "x-always": true },
    updatedAt: {
      title: "Changed",
      type: "string",
      format: "date-time",
      "x-core": true,
    },
    updatedBy: { title: "Changed by", type: "string", "x-core": true },
    name: { title: "Name", type: "string", minLength: 1, maxLength: 60 },
    kind: { title: "Kind", type: "string", enum: ["yard", "port"] },
    places: {
      title: "Places",
      type: ["integer", "null"],
      minimum: 1,
      maximum: 9000,
    },
    opened: { title: "Opened", type: ["string", "null"], format: "date" },
    services: {
      title: "Services",
      type: ["array", "null"],
      items: { type: "string", maxLength: 40 },
    },
    note: { title: "Note", type: "string", maxLength: 500 },
    rent: {
      title: "Rent",
      type: ["integer", "null"],
      minimum: 0,
      "x-unit": "yen",
      "x-access": { userTypes: ["manager"] },
    },
    cost: {
      title: "Cost",
      type: ["integer", "null"],
      "x-access": { roles: ["admin"] },
    },
  },
} satisfies RowSchema & Record<string, unknown>;

export const depots: DeclaredResource = {
  name: "depots",
  route: "/depots",
  detailRoute: "/depots/:id",
  row: "depot",
  key: "id",
  table: "simple",
  store: "records",
  calls: { facets: {}, export: {} },
  columns: [
    { id: "name", fields: ["name"], sort: "name" },
    { id: "kind", fields: ["kind"] },
    { id: "places", fields: ["places"], sort: "places" },
    { id: "rent", fields: ["rent"] },
    { id: "updated", fields: ["updatedAt", "updatedBy"] },
  ],
  summary: [
    "places",
    "rent",
    { field: "places", as: "average" },
    { field: "rent", as: "average" },
  ],
  filters: [
    { field: "kind" },
    { field: "places", step: 10 },
    { field: "services" },
    { field: "opened", send: ["openedFrom", "openedTo"] },
    { field: "rent" },
  ],
  sorts: [
    { id: "name", field: "name" },
    { id: "places", field: "places" },
  ],
  defaultOrder: { field: "name", order: "ASC" },
  search: {
    param: "search",
    send: ["where", "what"],
    parameters: [{ value: "name", fields: ["name"], match: "contains" }],
  },
  views: ["default"],
};

/** Only the ports, for everybody to read: another list over the same rows. */
export const ports: DeclaredResource = {
  ...depots,
  name: "ports",
  route: "/ports",
  detailRoute: "/ports/:id",
  where: { field: "kind", in: ["port"] },
};

/** Adds both lists to a copy of the declarations. */
export function declareDepots(
  copy: DeclaredCopy,
  row: object = depotRow,
): void {
  copy.write("schemas/depot.json", JSON.stringify(row));
  for (const list of [depots, ports])
    copy.write(
      `resources/${list.name}.json`,
      JSON.stringify({
        $schema: "../schemas/meta/resource.json",
        ...list,
      }),
    );
}
