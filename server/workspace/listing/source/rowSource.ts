import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Viewer } from "../../../../domain/access";
import type { ReadableOwners } from "../../../../domain/readableOwners";
import type { Field, Resource, RowSchema } from "../../../../domain/resource";
import type { ChangeTopic } from "../../../platform/changes";

/** An SQL condition. Values are parameters, names come from declarations. */
export type Condition = RawBuilder<SqlBool>;

/** The place of a field in its table. */
export type FieldStorage =
  /** A bigint, which is text in every schema. */
  | { kind: "id"; column: string }
  /** A column. `day` is the column with the day of the same moment in Japan. */
  | { kind: "column"; column: string; day?: string }
  /**
   * The id of a dictionary word, which is in `terms`. `rankOf` returns the rank
   * of a word in an ordered dictionary: 1 is the best word, null is no rank.
   */
  | {
      kind: "term";
      column: string;
      dictionary: string;
      rankOf?: (word: string) => number | null;
    }
  /** Texts in one column, joined by the separator. */
  | { kind: "list"; column: string; separator: string }
  /**
   * An SQL expression over the row's columns. `joined` is the same value with a left join,
   * which sorts all rows faster than a subquery of each row.
   */
  | {
      kind: "expression";
      expression: RawBuilder<unknown>;
      joined?: { join: RawBuilder<unknown>; value: RawBuilder<unknown> };
    }
  /** A key of the JSONB column, for fields without a column. */
  | { kind: "extra"; column: string; key: string }
  /** Added after the page is read. It cannot be filtered or sorted. */
  | { kind: "computed" };

type ScopeOf = { resource: Resource; viewer: Viewer };

/** The rows that a viewer may read. No query can widen it. */
export type Scope = {
  /** The rows of one area alone. Null, for a list without an area, is no row. */
  area?: string | null;
  owner: ReadableOwners;
};

/** The table behind a row schema. */
export type RowSource = {
  row: RowSchema["$id"];
  /** A table or a view. */
  table: string;
  /** The column with the unique id of a row. */
  id: string;
  /** The JSONB column of all fields that are not in `fields`. */
  extra?: string;
  fields: Readonly<Record<string, FieldStorage>>;
  /**
   * Returns the places of the fields whose values depend on the viewer. They
   * replace those in `fields`.
   */
  fieldsFor?(viewer: Viewer): Readonly<Record<string, FieldStorage>>;
  /** The column of the area of a row, if the table has areas. */
  areaColumn?: string;
  /** The column of the user whose row it is, if rows have owners. */
  ownerColumn?: string;
  /** Returns which rows the viewer may read. */
  scope(of: ScopeOf): Scope;
  /**
   * The column of the change number that each write of a row takes, and the topic of the
   * changes. The rows can be indexed in memory: no field depends on the viewer.
   */
  changes?: { column: string; topic: ChangeTopic };
  /** How new rows are found. Without it, saved searches of the rows have no alerts. */
  created?: {
    /** Returns the condition for rows that others created within change numbers. */
    within(numbers: { after: string; upTo: string }, viewer: Viewer): Condition;
    /** Selects the change number of the row that was added last. */
    last: RawBuilder<unknown>;
  };
  /**
   * The rows of this schema in a table that holds others too, as SQL without
   * parameters. Indexes cover these rows alone.
   */
  rows?: Condition;
  /** Returns the partition of an area, if the table has partitions. */
  partition?(area: string): string;
};

/** Returns the place of a field. Fields that are not listed are in `extra`. */
export function storageOf(source: RowSource, name: string): FieldStorage {
  const isNamed = Object.hasOwn(source.fields, name);
  const storage = isNamed ? source.fields[name] : undefined;
  if (storage) return storage;
  return source.extra
    ? { kind: "extra", column: source.extra, key: name }
    : { kind: "computed" };
}

/** Returns the source with the fields as the viewer of a list reads them. */
export function sourceFor(
  source: RowSource,
  {
    viewer,
    scopeViewer = viewer,
  }: { viewer: Viewer; scopeViewer?: Viewer | undefined },
): RowSource {
  if (!source.fieldsFor) return source;
  const fields = { ...source.fields, ...source.fieldsFor(scopeViewer) };
  return { ...source, fields };
}

/** Returns whether the table holds the field, so that it can be filtered. */
export const isStored = (source: RowSource, name: string): boolean =>
  storageOf(source, name).kind !== "computed";

/** Returns the schema of a field. Throws for an unknown name. */
export function fieldOf(row: RowSchema, name: string): Field {
  const field = row.properties[name];
  if (!field) throw new Error(`${row.$id} has no field "${name}"`);
  return field;
}

/**
 * Returns the source of a table without owners of rows, so that only the access
 * rule of a list guards them. Its key is the column `id`. `columns` has the
 * column of each field that is stored as it is, `fields` the other fields.
 */
export const tableSource = ({
  columns,
  fields = {},
  ...place
}: Pick<RowSource, "row" | "table" | "rows"> & {
  columns: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, FieldStorage>>;
}): RowSource => ({
  ...place,
  id: "id",
  fields: {
    id: { kind: "id", column: "id" },
    ...Object.fromEntries(
      Object.entries(columns).map(([name, column]): [string, FieldStorage] => [
        name,
        { kind: "column", column },
      ]),
    ),
    ...fields,
  },
  scope: () => ({ owner: "anyone" }),
});

/** Returns the condition for the rows of a table that are in a scope. */
export function scopeSql(
  source: Pick<RowSource, "table" | "rows" | "areaColumn" | "ownerColumn">,
  { area, owner }: Scope,
): Condition {
  const conditions: Condition[] = source.rows ? [source.rows] : [];
  const column = (name: string | undefined) => {
    if (name === undefined)
      throw new Error(`${source.table} has no column for this scope`);
    return sql.ref(`${source.table}.${name}`);
  };
  if (area !== undefined)
    conditions.push(sql`${column(source.areaColumn)} = ${area}`);
  if (owner === "nobody") conditions.push(sql`false`);
  if (typeof owner === "object") {
    const user = column(source.ownerColumn);
    conditions.push(
      owner.withClients
        ? // An array is read first, so that an index finds the rows.
          sql`${user} = any(array(
            select id from users where dealer_id = ${owner.userId}
            union all select ${owner.userId}::bigint))`
        : sql`${user} = ${owner.userId}`,
    );
  }
  return conditions.length > 0
    ? sql`${sql.join(conditions, sql` and `)}`
    : sql`true`;
}
