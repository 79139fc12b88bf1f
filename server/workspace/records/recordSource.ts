import { sql } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import { readableOwners } from "../../../domain/readableOwners";
import type { Resource } from "../../../domain/resource";
import { tableSource, type FieldStorage, type RowSource } from "../listing";
import type { FindRecordKind, RecordKind } from "../listing/source/recordKind";

/**
 * Returns the table behind the rows of a schema that the program stores itself.
 * All lists over one row schema share its rows. The program keeps the fields
 * below if the row schema names them. All other fields are in `data`. In a list with
 * `owner`, a row belongs to the user who added it. `namesOf` returns where the present
 * declarations find the names of other records; without it these names have no value.
 * `fieldsFor` has the area's fields that depend on the viewer.
 */
export function recordSource(
  row: string,
  namesOf?: () => Readonly<Record<string, FieldStorage>>,
  fieldsFor?: RecordKind["fieldsFor"],
): RowSource {
  // A constant, so that PostgreSQL uses the indexes of these rows.
  const rows = sql<boolean>`records.row_schema = ${sql.lit(row)}`;
  const nameOf = (column: "created_by" | "updated_by") => ({
    kind: "expression" as const,
    expression: sql<string | null>`(
      select full_name from users where users.id = ${sql.ref(`records.${column}`)})`,
  });
  const table: RowSource = {
    ...tableSource({
      row,
      table: "records",
      rows,
      columns: {
        version: "version",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      fields: {
        ownerId: { kind: "id", column: ownerColumn },
        createdBy: nameOf("created_by"),
        updatedBy: nameOf("updated_by"),
      },
    }),
    extra: "data",
    ...(fieldsFor && { fieldsFor }),
    ownerColumn,
    created: {
      within: (
        { after, upTo },
        { userId },
      ) => sql`records.created_by is distinct from ${userId}
        and records.id in (
          select record_id from record_history
          where seq > ${after}::bigint and seq <= ${upTo}::bigint
            and row_schema = ${row} and action = 'create')`,
      last: sql`select max(seq) from record_history
        where row_schema = ${row} and action = 'create'`,
    },
    scope: ({ resource: { owner }, viewer }) => ({
      owner: owner
        ? readableOwners(viewer, {
            withClients:
              owner.withClients !== undefined &&
              isAllowed(owner.withClients, viewer),
          })
        : "anyone",
    }),
  };
  if (!namesOf) return table;
  let names: Readonly<Record<string, FieldStorage>> | undefined;
  let { fields } = table;
  return {
    ...table,
    get fields() {
      const present = namesOf();
      if (present !== names) {
        names = present;
        fields = { ...table.fields, ...present };
      }
      return fields;
    },
  };
}

const ownerColumn = "owner_id";

/**
 * Returns the table of the rows that a viewer may write: the own rows where each belongs to
 * the user who added it. Where a field names the owner, managers write all rows, and other
 * people the own ones; dealers only read the rows of their clients.
 */
export function writableSource(
  { row, owner }: Pick<Resource, "row" | "owner">,
  viewer: Viewer,
): RowSource {
  const source = recordSource(row);
  if (!owner) return source;
  const { userId } = viewer;
  const readable =
    owner.most === undefined
      ? readableOwners(viewer)
      : { userId, withClients: false };
  return { ...source, scope: () => ({ owner: readable }) };
}

/** Returns the tables of the rows that resources with `store` keep. */
export const recordSources = (
  resources: readonly Pick<Resource, "row" | "store">[],
  kindOf: FindRecordKind,
): RowSource[] =>
  [...storedRows(resources)].map((row) => {
    const kind = kindOf(row);
    const source = recordSource(row, undefined, kind?.fieldsFor);
    return { ...source, fields: { ...source.fields, ...kind?.fields } };
  });

/** Returns the names of the row schemas whose rows the program stores itself. */
export const storedRows = (
  resources: readonly Pick<Resource, "row" | "store">[],
): ReadonlySet<string> =>
  new Set(resources.flatMap(({ row, store }) => (store ? [row] : [])));
