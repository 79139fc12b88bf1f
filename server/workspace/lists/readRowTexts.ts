import type { PageInfo } from "../../../generated/schemas";
import type { KnownChanges } from "../../platform/changes";
import { readComputed } from "../computed/readComputed";
import { readListing, type ListingCall } from "../listing";
import type { ListContext, RowLists } from "./listSchemas";

type Found = Awaited<ReturnType<typeof readListing>>["found"];

/**
 * Reads one page of a list. Returns the JSON of its rows with all fields that the viewer
 * may see, computed ones too, and what `readListing` returns beside them.
 */
export async function readRowTexts(
  { schemas }: Pick<ListContext, "schemas">,
  { reader, computeFields }: Pick<RowLists, "reader" | "computeFields">,
  {
    query,
    facets = [],
    known,
  }: {
    query: ListingCall;
    facets?: readonly string[];
    /** The changes that computed fields must include. */
    known?: KnownChanges | undefined;
  },
): Promise<{ rows: string[]; pageInfo: PageInfo; found: Found }> {
  const page = await readListing(reader, { ...query, schemas, facets });
  const { viewer, fields } = query;
  const ids = page.rows.map(({ id }) => id);
  // If a row was removed after the search, the sums are read again by id.
  const isWhole = ids.length === page.found.ids.length;
  const [ofArea, sums] = await Promise.all([
    computeFields?.(ids, { viewer, fields, known }),
    readComputed(reader, query, {
      ids,
      ...(isWhole && { computed: page.found.computed }),
    }),
  ]);
  const rows = page.rows.map(({ json }, place) =>
    joinObjects(json, JSON.stringify({ ...ofArea?.[place], ...sums[place] })),
  );
  return { ...page, rows };
}

/** Returns the JSON of one object with the members of two. */
export function joinObjects(left: string, right: string): string {
  if (left === "{}") return right;
  return right === "{}" ? left : `${left.slice(0, -1)},${right.slice(1)}`;
}
