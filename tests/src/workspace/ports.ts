import type { Resource, RowSchema } from "../../../domain/resource";
import { createWorkspace } from "../../../src/providers/createWorkspace";

/** A row schema of which the program and its locales know nothing. */
export const port = {
  $id: "port",
  properties: {
    id: { type: "string" },
    name: { title: "Port", type: "string" },
    country: { type: "string", enum: ["japan", "russia"] },
    depth: { title: "Depth", type: "integer", "x-unit": "m" },
  },
} satisfies RowSchema;

/** A list served by name, as the server completes its declaration. */
export const ports = {
  name: "ports",
  route: "/ports",
  row: "port",
  key: "id",
  table: "simple",
  calls: {
    list: {
      path: "/lists/ports",
      rows: "rows",
      total: "pageInfo.totalSearchResults",
    },
    facets: { path: "/lists/ports/filters" },
  },
  columns: [
    { id: "name", fields: ["name"], sort: "name" },
    { id: "depth", fields: ["depth"] },
  ],
  filters: [{ field: "country" }],
  sorts: [{ id: "name", field: "name" }],
  views: ["default"],
  pageSizes: [20, 50],
} as Resource;

export const workspaceOf = (resources: Resource[]) =>
  createWorkspace({
    resources,
    schemas: { port },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });
