import type { RawBuilder, SqlBool } from "kysely";
import type { Viewer } from "../../../domain/access";
import type { Field, Resource, RowSchema } from "../../../domain/resource";

/** A condition of SQL; its values are parameters, its names are declared. */
export type Condition = RawBuilder<SqlBool>;

/** Where a field of a row schema lives in the table behind it. */
export type FieldStorage =
  /** A bigint, text in every schema. */
  | { kind: "id"; column: string }
  /** A column; `day` is the column of the same moment's day in Japan. */
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
  /** Texts joined in one column. */
  | { kind: "list"; column: string; separator: string }
  /** What SQL makes of the row's columns. */
  | { kind: "expression"; expression: RawBuilder<unknown> }
  /** A schema field without a column of its own: a key of `extra`. */
  | { kind: "extra"; column: string; key: string }
  /** Added for the viewer after the page is read: no filter, no sort. */
  | { kind: "computed" };

export type ScopeOf = { resource: Resource; viewer: Viewer };

/** The table behind a row schema. */
export type RowSource = {
  row: RowSchema["$id"];
  table: "lots" | "bids";
  /** The column that identifies a row inside any scope. */
  id: string;
  /** The JSONB column that holds every schema field not named in `fields`. */
  extra?: string;
  fields: Readonly<Record<string, FieldStorage>>;
  /** The rows that a resource shows this viewer at all. */
  scope(of: ScopeOf): Condition;
  /** The table that holds the rows of one area alone, where there is one. */
  partition?(area: string): string;
};

/** Where the field lives; what has no place of its own lives in `extra`. */
export function storageOf(source: RowSource, name: string): FieldStorage {
  const isNamed = Object.hasOwn(source.fields, name);
  const storage = isNamed ? source.fields[name] : undefined;
  if (storage) return storage;
  return source.extra
    ? { kind: "extra", column: source.extra, key: name }
    : { kind: "computed" };
}

/** Whether the server can filter and sort by the field. */
export const isStored = (source: RowSource, name: string): boolean =>
  storageOf(source, name).kind !== "computed";

/** The schema of a field that a declaration names; throws for another. */
export function fieldOf(row: RowSchema, name: string): Field {
  const field = row.properties[name];
  if (!field) throw new Error(`${row.$id} has no field "${name}"`);
  return field;
}
