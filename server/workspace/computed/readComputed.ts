import { computeSum } from "../../../domain/computed/formula";
import type { CutListing } from "../listing/query/listingCall";
import type { Found, ListingIndex } from "../listing/query/listingIndex";
import {
  readVersions,
  type Row,
  type RowReader,
} from "../listing/rows/readRows";

/** The ids of rows, with their computed fields if the index has found them. */
type Page = Pick<Found, "computed"> & { ids: readonly string[] };

/**
 * Returns the computed fields of rows that `fields` of the list names: a part of a row for
 * each id, null for a sum that is unknown.
 */
export async function readComputed(
  reader: RowReader & { index: Pick<ListingIndex, "formulas"> },
  listing: CutListing,
  { ids, computed }: Page,
): Promise<Row[]> {
  const { row, viewer, fields } = listing;
  const formulas = await reader.index.formulas(row, viewer);
  const wanted = [...(formulas?.byField ?? [])].filter(([name]) =>
    fields.includes(name),
  );
  if (wanted.length === 0 || ids.length === 0) return ids.map(() => ({}));
  const ofIndex = wanted.map(([name]) => [name, computed?.get(name)] as const);
  if (ofIndex.every(([, values]) => values?.length === ids.length))
    return ids.map((_, place) =>
      Object.fromEntries(
        ofIndex.map(([name, values]) => [name, values?.[place] ?? null]),
      ),
    );
  const needed = wanted.flatMap(([, { fields: read }]) => read);
  const found = await readVersions(reader, {
    ...listing,
    ids,
    fields: [...new Set(needed)],
  });
  const rows = new Map(found.map(({ id, row: values }) => [id, values]));
  return ids.map((id) => {
    const values = rows.get(id) ?? {};
    return Object.fromEntries(
      wanted.map(([name, formula]) => [
        name,
        computeSum(formula, values).total,
      ]),
    );
  });
}
