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

/** The lot schema with two more fields that no column holds. */
export function lotSchema(): RowSchema {
  const schema = readJson("schemas/lot.json");
  if (!isRowSchema(schema)) throw new Error("lot.json is no row");
  return {
    ...schema,
    properties: {
      ...schema.properties,
      registered: { type: ["string", "null"], format: "date" },
      features: { type: ["array", "null"], items: { type: "string" } },
    },
  };
}

/** The car listing, filtered and sorted by every kind of field there is. */
export function carAuction(): Resource {
  const resource = readJson("resources/car-auction.json");
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
      { field: "features" },
      { field: "lotNo" },
      { field: "isUss" },
      {
        field: "auctionDate",
        id: "period",
        send: ["dateFrom", "dateTo"],
      },
      { field: "registered", id: "registeredOn" },
    ],
    sorts: [
      ...resource.sorts,
      { id: "maker", field: "maker" },
      { id: "grade", field: "grade" },
      { id: "lotNo", field: "lotNo" },
      { id: "fuel", field: "fuel" },
      { id: "horsePower", field: "horsePower" },
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
