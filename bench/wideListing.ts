import { sql, type SqlBool } from "kysely";
import { replyFields } from "../domain/visible";
import { emptyState } from "../domain/listing/url";
import { firstFacets } from "../domain/listing/wantedFacets";
import type { Field, Resource, RowSchema } from "../domain/resource";
import { lotSource } from "../server/catalog";
import { setChecks } from "../server/declare";
import { findRoot } from "../server/platform/root";
import { readSources } from "../server/workspace/sources";
import { compileSet } from "../server/workspace/declared/compileSet";
import {
  createListingIndex,
  createListingReader,
  readListing,
} from "../server/workspace/listing";
import { labelledFacets } from "../tests/support/labelledFacets";
import { now, openWithLots, viewer } from "./support/lots";
import { compare, tableOf, type Measured } from "./support/measure";
import { rawFacets, rawListing } from "./support/rawListing";

/** The type of each added field, and what SQL fills it with. */
const kinds: readonly { field: Field; value: string }[] = [
  { field: { type: "integer" }, value: "id % 5000" },
  { field: { type: "number" }, value: "(id % 800) / 10.0" },
  { field: { type: "boolean" }, value: "id % 3 = 0" },
  {
    field: { type: "string", enum: ["left", "right"] },
    value: "case when id % 4 = 0 then 'left' else 'right' end",
  },
  {
    field: { type: "string", format: "date" },
    value: "(date '2026-01-01' + (id % 700)::int)::text",
  },
];
const kindOf = (index: number) => kinds[index % kinds.length] ?? kinds[0];
const most = 46;
/** The lots are filled in so many steps, none of which takes long. */
const parts = 20;
const added = Array.from({ length: most }, (_, index) => `added${index}`);

/** The car auction with so many columns and filters; past ten filters in the closed group. */
function widened(
  resource: Resource,
  { columns, filters }: { columns: number; filters: number },
): Resource {
  const own = resource.filters.slice(0, 6);
  return {
    ...resource,
    pageSizes: [70],
    columns: [
      ...resource.columns.slice(0, 4),
      ...added.slice(0, columns - 4).map((id) => ({ id, fields: [id] })),
    ],
    filters: [
      ...own,
      ...added.slice(0, filters - own.length).map((field, index) => ({
        field,
        group: index < 4 ? ("main" as const) : ("extra" as const),
      })),
    ],
  };
}

/** Measures the cost of added columns and filters over the same rows. */
export async function benchWideListing(): Promise<string> {
  const opened = await openWithLots();
  const { lots } = opened;
  // Facets of forty filters may take longer than the limit of a request.
  const database = { ...opened.database, kysely: opened.database.longRunning };
  const values = added
    .map((name, index) => `'${name}', ${kindOf(index)?.value ?? "null"}`)
    .join(", ");
  const filled = sql.raw(`jsonb_build_object(${values})`);
  for (let part = 0; part < parts; part += 1)
    await sql`update lots set extra = extra || ${filled}
      where id % ${parts} = ${part}`.execute(database.longRunning);
  await sql`vacuum (analyze)`.execute(database.longRunning);
  const { schemas, workspace } = compileSet({
    sources: readSources(findRoot()),
    checks: setChecks,
  });
  const declared = workspace.resource("car-auction");
  const lot = schemas.row(declared.row);
  const row: RowSchema = {
    ...lot,
    properties: {
      ...lot.properties,
      ...Object.fromEntries(
        added.map((name, index) => [name, kindOf(index)?.field ?? {}]),
      ),
    },
  };
  const clock = { now: () => now };
  const reader = createListingReader(
    { database, clock, index: createListingIndex({ database, clock }) },
    lotSource,
  );
  const pages: Measured[] = [];
  const facets: Measured[] = [];
  const where = sql<SqlBool>`true`;
  const order = sql`(auction_at < ${now}), auction_at`;
  for (const size of [
    { columns: 10, filters: 10 },
    { columns: 50, filters: 40 },
  ]) {
    const resource = widened(declared, size);
    const state = emptyState(resource);
    const fields = replyFields(resource, row, viewer);
    const query = {
      ...{ resource, row, fields, state, viewer, schemas },
      where: undefined,
    };
    const name = `${size.columns} columns, ${size.filters} filters`;
    pages.push(
      await compare(name, {
        ours: () => readListing(reader, query),
        floor: () => rawListing(database, { where, order }),
      }),
    );
    const label = (_filter: unknown, value: string) => value;
    const wanted = firstFacets(resource, {});
    for (const [which, asked] of [
      ["open panel", { label, wanted }],
      ["all", { label }],
    ] as const)
      facets.push(
        await compare(`${name}: ${which}`, {
          ours: () => labelledFacets(reader, query, asked),
          floor: () => rawFacets(database, { where }),
        }),
      );
  }
  await database.close();
  return [
    `${String(lots)} lots with ${most} added fields in the embedded database`,
    tableOf("a page of 70 and total", pages),
    tableOf("facets", facets),
  ].join("\n\n");
}
