import type { Viewer } from "../../../domain/access";
import type { Resource, RowSchema } from "../../../domain/resource";

/** A row with a field of each kind. */
export const row: RowSchema = {
  $id: "lot",
  required: ["id"],
  properties: {
    id: { type: "string", "x-always": true },
    maker: { type: "string", "x-dictionary": "maker" },
    model: { type: "string", "x-dictionary": "model" },
    status: {
      type: "integer",
      enum: [4532, 4535, 4537],
      "x-groups": { "4539": [4535, 4537] },
    },
    day: { type: "string", format: "date-time" },
    period: { type: "string", format: "date" },
    year: { type: ["integer", "null"] },
    weight: { type: "number" },
    isNew: { type: "boolean" },
    features: { type: "array", items: { type: "string" } },
    number: { type: "string" },
    secret: {
      type: "integer",
      "x-access": { flags: ["adjustmentPriceShow"] },
    },
  },
};

/** A resource that filters by each of them. */
export const resource: Resource = {
  name: "lots",
  route: "/lots",
  row: "lot",
  key: "id",
  table: "simple",
  access: { flags: ["carAuctionsView"] },
  calls: {
    list: { path: "/lots/listing", rows: "lots", total: "pageInfo.total" },
  },
  columns: [
    { id: "car", fields: ["maker", "model"] },
    { id: "secret", fields: ["secret", "year"], sort: "secret" },
    { id: "only", fields: ["secret"] },
  ],
  card: { title: ["maker", "secret"], lines: [["secret"], ["year"]] },
  filters: [
    { field: "maker", send: "makerId", single: true, resets: ["model"] },
    { field: "model", send: "modelId", by: "maker", none: "-1" },
    { field: "status" },
    { field: "day", id: "date", send: "auctionDate" },
    { field: "period", send: ["periodFrom", "periodTo"] },
    { field: "year", step: 1 },
    { field: "weight" },
    { field: "isNew" },
    { field: "features" },
    { field: "number", param: "no" },
    { field: "secret" },
  ],
  search: {
    param: "search",
    send: ["parameter", "text"],
    parameters: [
      { value: "lot_no", fields: ["number"], match: "prefix" },
      { value: "secret", fields: ["secret"], match: "prefix" },
    ],
  },
  sorts: [
    { id: "year", field: "year" },
    { id: "secret", field: "secret" },
  ],
  tabs: {
    filter: "status",
    values: [
      { value: "All" },
      { value: "4532", access: { roles: ["manager"] } },
    ],
  },
  views: ["default"],
  pageSizes: [20, 50, 70],
};

export const client: Viewer = {
  userId: "1",
  userType: 2,
  userLevel: 1064,
  roleId: 1064,
  permissions: { carAuctionsView: true },
};

export const manager: Viewer = {
  userId: "2",
  userType: 3,
  userLevel: 1064,
  roleId: 1064,
  permissions: { carAuctionsView: true, adjustmentPriceShow: true },
};
