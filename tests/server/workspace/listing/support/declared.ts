import { readFileSync } from "node:fs";
import type { Viewer } from "../../../../../domain/access";
import type { Resource, RowSchema } from "../../../../../domain/resource";

const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(path, "utf8"));

function isRowSchema(value: unknown): value is RowSchema {
  return typeof value === "object" && value !== null && "properties" in value;
}

function isResource(value: unknown): value is Resource {
  return typeof value === "object" && value !== null && "filters" in value;
}

/** Fields that no column holds, one for each type there is. */
export const addedFields: RowSchema["properties"] = {
  registered: { type: ["string", "null"], format: "date" },
  inspected: { type: ["string", "null"], format: "date-time" },
  features: { type: ["array", "null"], items: { type: "string" } },
  note: { type: ["string", "null"] },
  owners: { type: ["integer", "null"] },
  pressure: { type: ["number", "null"] },
  isChecked: { type: ["boolean", "null"] },
  tyres: { type: ["string", "null"], enum: ["summer", "winter", null] },
  doors: {
    type: ["integer", "null"],
    enum: [2, 3, 4, 5, null],
    "x-groups": { 9: [4, 5] },
  },
  gears: { type: ["string", "integer", "null"], enum: ["auto", 5, 6, null] },
};

/** The lot schema with these fields. */
export function lotSchema(): RowSchema {
  const schema = readJson("schemas/lot.json");
  if (!isRowSchema(schema)) throw new Error("lot.json is no row");
  return { ...schema, properties: { ...schema.properties, ...addedFields } };
}

/** The car listing, filtered and sorted by every kind of field there is. */
export function carAuction(): Resource {
  const resource = readJson("tests/fixtures/resources/car-auction.json");
  if (!isResource(resource)) throw new Error("car-auction.json is no resource");
  return {
    ...resource,
    filters: [
      ...resource.filters.map((filter) =>
        filter.field === "chassis" ? { ...filter, top: 4 } : filter,
      ),
      { field: "fuel" },
      { field: "horsePower", step: 10 },
      { field: "leftHandDrive", resets: ["fuel"] },
      ...Object.keys(addedFields)
        .filter((field) => field !== "registered")
        .map((field) => ({ field })),
      {
        field: "inspected",
        id: "inspectedWithin",
        send: ["inspectedFrom", "inspectedTo"],
      },
      { field: "lotNo" },
      { field: "isUss" },
      {
        field: "auctionDate",
        id: "period",
        send: ["dateFrom", "dateTo"],
      },
      { field: "registered", id: "registeredOn" },
      ...["maker", "mileage", "auctionDate", ...Object.keys(addedFields)].map(
        (field) => ({ field, id: `${field}Empty`, kind: "empty" as const }),
      ),
      ...["year", "registered", "inspected", "auctionDate"].map((field) => ({
        ...{ field, id: `${field}Newer`, kind: "newerThan" as const },
        years: [1, 5, 11, 12],
      })),
    ],
    sorts: [
      ...resource.sorts,
      { id: "maker", field: "maker" },
      { id: "grade", field: "grade" },
      { id: "lotNo", field: "lotNo" },
      { id: "fuel", field: "fuel" },
      { id: "horsePower", field: "horsePower" },
      ...Object.keys(addedFields).map((field) => ({ id: field, field })),
    ],
  };
}

export const client: Viewer = {
  userId: "1",
  userType: 2,
  userLevel: 1064,
  roleId: 1064,
  permissions: { carAuctionsView: true },
};
