const columns = [
  "house_id",
  "maker_id",
  "condition_id",
  "gearbox_id",
  "color_id",
];

/**
 * Dictionary ids become integers: as smallints the 32,768th distinct name of a
 * kind failed. All columns of a table change in one statement, so that
 * PostgreSQL rewrites each partition and its indexes once. docs/operating.md
 * states how long that takes.
 */
export const integerIds = ["lots", "bids"].map(
  (table) =>
    `alter table ${table} ${columns
      .map((column) => `alter column ${column} type integer`)
      .join(", ")}`,
);
