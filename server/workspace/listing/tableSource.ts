import type { FieldStorage, RowSource } from "./rowSource";

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
