import { sql } from "kysely";
import { isVisible } from "../../../domain/visible";
import type { Facet } from "./facetPlan";
import { codeValue, fieldValue } from "./fieldSql";
import type { Found } from "./listingIndex";
import { scopeCondition, type ListingQuery } from "./narrowing";
import type { ListingReader } from "./readListing";
import { fieldOf } from "./rowSource";
import { tablePlace } from "./tablePlace";

/** The labels of codes, by the id of the facet and the code. */
export type CodeNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads the labels of the codes that the facets offer: the value that a row with
 * the code has in the field named by `x-label`. A label that is hidden from the
 * viewer is not read, nor one from a row that the viewer may not read.
 */
export async function codeNames(
  reader: ListingReader,
  facets: readonly Facet[],
  { query, found }: { query: ListingQuery; found: Found },
): Promise<CodeNames> {
  const named = facets.flatMap(({ id, filter, field }) => {
    const { "x-label": label } = field;
    const { row, viewer } = query;
    if (label === undefined || !isVisible(row, { fields: [label] }, viewer))
      return [];
    const chosen = query.state.filters[id];
    const codes = new Set([
      ...(found.counts.get(id)?.keys() ?? []),
      ...(chosen?.kind === "choices" ? chosen.values : []),
    ]);
    return codes.size > 0 ? [{ id, filter, field, label, codes }] : [];
  });
  const names = named.map(async ({ id, filter, field, label, codes }) => {
    const { from, source } = tablePlace(reader.source, query);
    const { value, type } = codeValue(source, filter.field, field);
    const text = fieldValue(source, label, fieldOf(query.row, label));
    const { rows } = await sql<{ code: string; name: string | null }>`
      select code, (select ${text} from ${from}
        where ${scopeCondition(source, query)}
          and ${value} = code::${type} limit 1) as name
      from unnest(${[...codes]}::text[]) as codes (code)`.execute(
      reader.database.kysely,
    );
    const known = rows.flatMap(({ code, name }) =>
      name === null ? [] : [[code, name] as const],
    );
    return [id, new Map(known)] as const;
  });
  return new Map(await Promise.all(names));
}
