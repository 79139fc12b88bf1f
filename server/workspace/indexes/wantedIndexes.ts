import { createHash } from "node:crypto";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type RawBuilder,
} from "kysely";
import { isComputed } from "../../../domain/computed/rule";
import { isName, referencesOf } from "../../../domain/recordReference";
import {
  fieldType,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import {
  extraForm,
  filterForm,
  type ExtraForm,
} from "../listing/source/fieldSql";
import { storageOf, type RowSource } from "../listing/source/rowSource";

/** An index over a field of `extra`, for the rows of one area or schema. */
export type WantedIndex = {
  name: string;
  table: string;
  /** The text after `on <table>` in CREATE INDEX. */
  definition: string;
};

/** The declarations whose indexes are wanted. */
export type IndexedSet = {
  resources: readonly Resource[];
  /** Returns the schema of a row by its id. */
  row: (id: string) => RowSchema;
  /** Returns the table of a row, if it has one. */
  sourceOf: (
    row: string,
    resources: readonly Resource[],
  ) => RowSource | undefined;
};

/** The pattern of our index names. No other index is ever dropped. */
export const ownIndexName = "^auto_[a-z0-9_]+_[0-9a-f]{10}$";
const longestName = 63;

/** Characters of indexed texts; each has up to four bytes. */
const longestIndexed = 600;

/**
 * Returns the indexes for a set of declarations: one for each filter and each
 * direction of a sort over a field without a column. The expression equals that of the
 * condition, so that PostgreSQL uses the index. The name is derived from area,
 * field and expression, so that an existing index is recognised.
 */
export function wantedIndexes(set: IndexedSet): WantedIndex[] {
  const byName = new Map<string, WantedIndex>();
  for (const resource of set.resources)
    for (const index of [
      ...ofResource(resource, set),
      ...ofNames(resource, set),
    ])
      byName.set(index.name, index);
  return [...byName.values()];
}

function ofResource(
  resource: Resource,
  { row, sourceOf, resources }: IndexedSet,
): WantedIndex[] {
  const { filters, sorts, defaultOrder } = resource;
  const source = sourceOf(resource.row, resources);
  const place = source && placeOf(source, resource);
  if (!place) return [];
  const { table, prefix, where } = place;
  const { properties } = row(resource.row);
  const indexOf = (
    name: string,
    formOf: (field: Field) => ExtraForm | null,
    order: "" | " desc nulls last" = "",
  ) => {
    const field = properties[name];
    const storage = storageOf(source, name);
    const isStored = field && !isComputed(field) && !isName(field);
    const form = isStored && storage.kind === "extra" ? formOf(field) : null;
    if (!field || storage.kind !== "extra" || form === null) return [];
    if (form !== "entries" && isLong(field)) return [];
    const extra = { column: sql.ref(storage.column), key: storage.key };
    const expression = sqlText(extraForm(extra, field, form));
    const method = form === "entries" ? "gin" : "btree";
    const definition = `using ${method} ((${expression})${order})${where}`;
    const readable = `auto_${prefix}_${name}_${order ? "desc" : form}`;
    return [
      { name: indexName({ readable, table, definition }), table, definition },
    ];
  };
  const ofOwner = () => {
    if (!resource.owner || source.ownerColumn === undefined) return [];
    const definition = `using btree (${sqlText(sql.ref(source.ownerColumn))})${where}`;
    const readable = `auto_${prefix}_owner`;
    return [
      { name: indexName({ readable, table, definition }), table, definition },
    ];
  };
  return [
    ...ofOwner(),
    ...filters.flatMap((filter) =>
      indexOf(filter.field, (field) => filterForm(field, filter)),
    ),
    // A removal looks for the records that refer to the removed one.
    ...Object.entries(properties).flatMap(([name, field]) =>
      field["x-record"] ? indexOf(name, () => "value") : [],
    ),
    // Rows without a value come last in both directions, so that no index serves both.
    ...[...sorts, ...(defaultOrder ? [defaultOrder] : [])].flatMap((sort) => [
      ...indexOf(sort.field, sortForm),
      ...indexOf(sort.field, sortForm, " desc nulls last"),
    ]),
  ];
}

/**
 * Returns the indexes by which `GET /names` reads the names of the records to which the rows
 * of a list refer, in their order.
 */
function ofNames(
  { row: id }: Resource,
  { row, sourceOf, resources }: IndexedSet,
): WantedIndex[] {
  return referencesOf(row(id)).flatMap(({ list, name }) => {
    const target = resources.find((other) => other.name === list);
    const source = target?.store && sourceOf(target.row, resources);
    if (!source?.rows || source.extra === undefined) return [];
    if (isLong(row(source.row).properties[name])) return [];
    const { table, rows, row: prefix, extra } = source;
    const value = sql`${sql.ref(extra)} ->> ${sql.lit(name)}`;
    const keys = sqlText(sql`(lower(${value})), ${sql.ref(source.id)}`);
    const definition = `using btree (${keys}) where ${sqlText(rows)}`;
    const readable = `auto_${prefix}_${name}_names`;
    return [
      { name: indexName({ readable, table, definition }), table, definition },
    ];
  });
}

/**
 * Whether values of a field may pass the 2,704 bytes of an index entry. A row with such a value
 * could not be stored beside the index.
 */
const isLong = (field: Field | undefined): boolean =>
  (field?.maxLength ?? 0) > longestIndexed;

/** Returns where the rows of a list are, or undefined if they need no index. */
function placeOf(
  source: RowSource,
  { pageType: area }: Resource,
): { table: string; prefix: string; where: string } | undefined {
  const { table, row, rows } = source;
  if (rows) return { table, prefix: row, where: ` where ${sqlText(rows)}` };
  return area !== undefined && source.partition
    ? { table: source.partition(area), prefix: area, where: "" }
    : undefined;
}

/** Enums and lists sort by other expressions, which have no index. */
const sortForm = (field: Field): ExtraForm | null =>
  field.enum || fieldType(field) === "array" ? null : "value";

/** Returns a readable name with a hash of the definition. */
function indexName(options: {
  readable: string;
  table: string;
  definition: string;
}): string {
  const { readable, table, definition } = options;
  const hash = createHash("sha256")
    .update(JSON.stringify([readable, table, definition]))
    .digest("hex")
    .slice(0, 10);
  const plain = readable.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return `${plain.slice(0, longestName - hash.length - 1)}_${hash}`;
}

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * Returns SQL as text with white space collapsed outside quotes. Throws if it
 * has parameters, which an index definition cannot have.
 */
function sqlText(builder: RawBuilder<unknown>): string {
  const { sql, parameters } = builder.compile(compiler);
  if (parameters.length > 0) throw new Error(`Parameters in "${sql}"`);
  return sql.replace(
    /('(?:[^']|'')*')|\s+/g,
    (_, quoted?: string) => quoted ?? " ",
  );
}
