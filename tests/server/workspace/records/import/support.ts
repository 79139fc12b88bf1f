import type { RowSchema } from "../../../../../domain/resource";
import type { DeclaredResource } from "../../../../../domain/resource";
import type { DeclaredCopy } from "../../../../support/declaredCopy";
import type { TestApp } from "../../../../support/app";
import type { ImportRowsReply } from "../../../../../generated/schemas";

/** A made-up price with a first and a last day; only administrators see `cost`. */
export const tariffRow = {
  $schema: "./meta/row.json",
  $id: "tariff",
  title: "A tariff",
  type: "object",
  additionalProperties: false,
  "x-unique": ["port", "place", "from"],
  required: ["id", "port", "place", "price", "from"],
  properties: {
    id: { title: "Id", type: "string", "x-core": true, "x-always": true },
    updatedAt: {
      title: "Changed",
      type: "string",
      format: "date-time",
      "x-core": true,
    },
    port: { title: "Port", type: "string", enum: ["kobe", "osaka"] },
    place: {
      title: "Place",
      type: "string",
      minLength: 1,
      maxLength: 60,
      "x-vocabulary": "place",
    },
    price: {
      title: "Price",
      type: "integer",
      minimum: 0,
      maximum: 1_000_000,
      "x-unit": "yen",
    },
    from: { title: "From", type: "string", format: "date" },
    until: { title: "Until", type: ["string", "null"], format: "date" },
    isDirect: { title: "Direct", type: ["boolean", "null"] },
    tags: {
      title: "Tags",
      type: ["array", "null"],
      items: { type: "string", maxLength: 40 },
    },
    note: {
      title: "Note",
      type: ["string", "null"],
      maxLength: 500,
      "x-shown": "note",
    },
    cost: {
      title: "Cost",
      type: ["integer", "null"],
      "x-access": { roles: ["admin"] },
    },
  },
} satisfies RowSchema & Record<string, unknown>;

export const tariffs: DeclaredResource = {
  name: "tariffs",
  route: "/tariffs",
  row: "tariff",
  key: "id",
  table: "simple",
  store: "records",
  access: { userTypes: ["client", "manager"] },
  calls: {
    facets: {},
    detail: {},
    create: {},
    update: {},
    remove: {},
    history: {},
    export: {},
    import: {},
  },
  import: { key: ["port", "place", "from"], ends: "until" },
  columns: [
    { id: "port", fields: ["port", "place"] },
    { id: "price", fields: ["price"] },
    { id: "days", fields: ["from", "until"] },
    { id: "more", fields: ["isDirect", "tags", "note"] },
    { id: "updated", fields: ["updatedAt"] },
  ],
  filters: [{ field: "port" }, { field: "price" }],
  sorts: [{ id: "price", field: "price" }],
  views: ["default"],
};

/** Adds the list to a copy of the declarations. */
export const declareTariffs = (copy: DeclaredCopy): void =>
  declareVariant(copy, { row: "tariff", list: "tariffs" });

/** Adds a list with changed fields under names of its own. */
export function declareVariant(
  copy: DeclaredCopy,
  {
    row,
    list,
    changes = {},
  }: { row: string; list: string; changes?: Partial<RowSchema> },
): void {
  const properties = { ...tariffRow.properties, ...changes.properties };
  copy.write(
    `schemas/${row}.json`,
    JSON.stringify({ ...tariffRow, ...changes, $id: row, properties }),
  );
  copy.write(
    `resources/${list}.json`,
    JSON.stringify({
      $schema: "../schemas/meta/resource.json",
      ...{ ...tariffs, name: list, route: `/${list}`, row },
    }),
  );
}

export type Preview = NonNullable<ImportRowsReply["preview"]>;
type Session = { cookies: Record<string, string> };
type Json = Record<string, unknown>;

/** Returns the calls of an import into a list. */
export function importCalls(server: TestApp, who: Session, list = "tariffs") {
  const url = `/api/lists/${list}/import`;
  const post = (payload: Json, headers: Record<string, string> = {}) =>
    server.call({ method: "POST", url, payload, headers, ...who });
  const preview = async (text: string, more: Json = {}): Promise<Preview> => {
    const reply = await post({ text, ...more });
    const { preview: found } = reply.json<ImportRowsReply>();
    if (!found) throw new Error(reply.body);
    return found;
  };
  const apply = (
    text: string,
    { digest }: Pick<Preview, "digest">,
    more: { validOnly?: boolean; key?: string; fileName?: string } = {},
  ) => {
    const { validOnly, key, fileName = "tariffs.csv" } = more;
    return post(
      { text, fileName, apply: { digest, ...(validOnly && { validOnly }) } },
      key === undefined ? {} : { "idempotency-key": key },
    );
  };
  return {
    post,
    preview,
    apply,
    /** Previews and applies a table, and returns the id of the batch. */
    run: async (text: string): Promise<string> => {
      const reply = await apply(text, await preview(text));
      const { batch } = reply.json<ImportRowsReply>();
      if (!batch) throw new Error(reply.body);
      return batch.id;
    },
    undo: (batch: string, payload: Json = {}) =>
      server.call({
        method: "POST",
        url: `${url}/${batch}/undo`,
        payload,
        ...who,
      }),
    list: async () =>
      (await server.call({ url, ...who })).json<{ imports: Json[] }>().imports,
  };
}
