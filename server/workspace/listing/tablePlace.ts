import { sql, type RawBuilder } from "kysely";
import type { VisibleListing } from "./listingCall";
import { sourceFor, type RowSource } from "./rowSource";

/** Where the rows of a list are read. */
export type TablePlace = {
  /** The item of FROM: the partition of the list's area, or the whole table. */
  from: RawBuilder<unknown>;
  /** The source without the area condition, which the partition implies. */
  source: RowSource;
};

/**
 * Returns the partition of a list with one area, under the name of its table, so
 * that expressions over the table stay valid. A condition on the area would
 * prevent scans of an index alone.
 */
export function tablePlace(
  declared: RowSource,
  { resource, viewer, scopeViewer }: VisibleListing,
): TablePlace {
  const source = sourceFor(declared, { viewer, scopeViewer });
  const { area } = source.scope({ resource, viewer: scopeViewer ?? viewer });
  if (typeof area !== "string" || !source.partition)
    return { from: sql.table(source.table), source };
  const partition = sql.table(source.partition(area));
  return {
    from: sql`${partition} as ${sql.table(source.table)}`,
    source: {
      ...source,
      scope: (of) => ({ owner: source.scope(of).owner }),
    },
  };
}
