/** A file that uses tables of another area, until the reason is gone. */
export type Exception = {
  file: string;
  kind: "read" | "write";
  tables: readonly string[];
  reason: string;
};

const words =
  "Lists name, sort and search dictionary words. A row source does not say in which table its words are.";
const people =
  "A list is narrowed to the clients of a dealer and names the author of a record. The engine has no port for users.";

const retention =
  "Platform and engine are no areas, so operations says how long their rows are kept.";

/** The uses of tables that break the rule of `tables.test.ts`. */
export const exceptions: readonly Exception[] = [
  ...[
    "listing/source/dictionaryCache",
    "listing/query/conditions",
    "listing/query/listingOrder",
    "listing/query/narrowing",
    "computed/formulaSql",
  ].map((name): Exception => ({
    file: `server/workspace/${name}.ts`,
    kind: "read",
    tables: ["terms"],
    reason: words,
  })),
  ...[
    "listing/source/rowSource",
    "records/recordQueries",
    "records/recordSource",
    "records/recordNews",
  ].map((name): Exception => ({
    file: `server/workspace/${name}.ts`,
    kind: "read",
    tables: ["users"],
    reason: people,
  })),
  {
    file: "server/operations/index.ts",
    kind: "write",
    tables: [
      "idempotency_keys",
      "outbox",
      "job_runs",
      "record_history",
      "record_files",
      "record_imports",
      "tombstones",
    ],
    reason: retention,
  },
];
