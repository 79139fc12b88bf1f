import type {
  CreatedField,
  Document,
} from "../../../domain/declarations/document";
import type { WorkshopCalls } from "./support";

const named = (en: string, ru: string, schema: object): CreatedField => ({
  schema: { title: en, ...schema } as CreatedField["schema"],
  labels: { en: { title: en }, ru: { title: ru } },
});

/** Returns a new list of yards as the workshop sends it. */
export const yards = (name = "yards"): Document => ({
  declaration: {
    $schema: "../schemas/meta/resource.json",
    name,
    route: `/${name}`,
    detailRoute: `/${name}/:id`,
    icon: "tag",
    menu: { group: "own", order: 90 },
    access: { userTypes: ["client", "manager"] },
    row: name,
    key: "id",
    table: "simple",
    store: "records",
    calls: { facets: {}, detail: {}, export: {}, history: {}, import: {} },
    import: { key: ["name"] },
    columns: [
      { id: "name", fields: ["name"], sort: "name" },
      { id: "kind", fields: ["kind", "places"] },
    ],
    filters: [{ field: "kind" }, { field: "places" }],
    sorts: [{ id: "name", field: "name" }],
    views: ["default"],
  },
  labels: { en: { title: "Yards" }, ru: { title: "Стоянки" } },
  fields: {
    name: named("Name", "Название", {
      type: "string",
      minLength: 1,
      maxLength: 60,
    }),
    kind: {
      schema: { title: "Kind", type: "string", enum: ["yard", "port"] },
      labels: {
        en: { title: "Kind", "choices.yard": "Yard", "choices.port": "Port" },
        ru: { title: "Вид", "choices.yard": "Стоянка", "choices.port": "Порт" },
      },
    },
    places: named("Places", "Места", { type: ["integer", "null"] }),
  },
  unique: ["name"],
});

/** The version of a list that does not exist. */
const noVersion = "0-none";

/** The document that removes a list. */
export const nothing: Document = {
  declaration: {},
  labels: { en: {}, ru: {} },
};

/** Publishes a document under the name of its list. */
export const publishList = (
  admin: WorkshopCalls,
  document: Document,
  {
    name = "yards",
    version = noVersion,
    ...confirmed
  }: { name?: string; version?: string; [confirmation: string]: unknown } = {},
) =>
  admin.post("/workspace/changes", {
    resource: name,
    reason: "a list for the yards",
    document,
    version,
    ...confirmed,
  });
