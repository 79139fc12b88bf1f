import type { PasteRowsReply } from "../../../../../generated/schemas";
import type { signIn, TestApp } from "../../../../support/app";
import type { DeclaredCopy } from "../../../../support/declaredCopy";
import { declareBerths } from "../support/berths";
import { depotRow, depots } from "../support/depots";

const { id } = depotRow.properties;

/** The row of a made-up list into which people paste. Only administrators see `rent`. */
const craneRow = {
  ...depotRow,
  $id: "crane",
  title: "A crane",
  required: ["id", "code", "state"],
  properties: {
    id,
    version: {
      title: "Version",
      type: "integer",
      "x-core": true,
      "x-always": true,
    },
    code: { title: "Code", type: "string", maxLength: 20 },
    plate: { title: "Plate", type: ["string", "null"], maxLength: 20 },
    depot: {
      title: "Depot",
      type: ["string", "null"],
      "x-code": true,
      "x-label": "depotName",
      "x-record": { list: "depots", name: "name" },
    },
    depotName: {
      title: "Depot name",
      type: ["string", "null"],
      "x-nameOf": "depot",
    },
    opened: {
      title: "Opened",
      type: ["string", "null"],
      format: "date",
      "x-copyOf": { by: "depot", field: "opened" },
    },
    builtOn: { title: "Built", type: ["string", "null"], format: "date" },
    checkedOn: {
      title: "Checked",
      type: ["string", "null"],
      format: "date",
      "x-notBefore": "builtOn",
    },
    kind: {
      title: "Kind",
      type: ["string", "null"],
      enum: ["big", "small", null],
    },
    load: {
      title: "Load",
      type: ["integer", "null"],
      minimum: 1,
      maximum: 9000,
    },
    note: { title: "Note", type: ["string", "null"], maxLength: 100 },
    rent: {
      title: "Rent",
      type: ["integer", "null"],
      "x-access": { roles: ["admin"] },
    },
    state: {
      title: "State",
      type: "string",
      enum: ["new", "checked"],
      default: "new",
      "x-states": [
        { from: ["new"], to: "checked", requires: ["checkedOn"] },
        { from: ["checked"], to: "new", back: true },
      ],
    },
  },
};

const craneEdits = [
  ...["depot", "opened", "builtOn", "checkedOn"],
  ...["kind", "load", "note", "rent"],
];

/** Adds cranes, and depots to which they refer, to a copy of the declarations. */
export function declareCranes(copy: DeclaredCopy): void {
  declareBerths(copy);
  copy.write("schemas/crane.json", JSON.stringify(craneRow));
  copy.write(
    "resources/cranes.json",
    JSON.stringify({
      ...{ $schema: "../schemas/meta/resource.json", ...depots },
      ...{ name: "cranes", route: "/cranes", detailRoute: "/cranes/:id" },
      ...{ row: "crane", summary: [], search: undefined },
      calls: {
        facets: {},
        update: { conditions: { not: { field: "load", is: 9 } } },
      },
      columns: [{ id: "code", fields: ["code"] }],
      filters: [{ field: "kind" }],
      sorts: [{ id: "code", field: "code" }],
      defaultOrder: { field: "code", order: "ASC" },
      actions: [
        { id: "state", on: ["row"], moves: "state" },
        {
          ...{ id: "paste", on: ["list", "selection"], mostRows: 5 },
          ...{ paste: { key: ["code", "plate"] }, edits: craneEdits },
        },
        {
          ...{ id: "note", on: ["list"], paste: {}, edits: ["note"] },
          access: { roles: ["admin"] },
        },
      ],
    }),
  );
}

type Headers = Awaited<ReturnType<typeof signIn>>;
export type PastePreview = PasteRowsReply["preview"];

/** Returns the function that previews a paste into cranes. */
export const pasteCall =
  (server: TestApp, who: Headers) =>
  async (text: string, options: Record<string, unknown> = {}) =>
    server.call({
      ...{ method: "POST", url: "/api/lists/cranes/paste" },
      payload: { action: "paste", text, ...options },
      ...who,
    });
