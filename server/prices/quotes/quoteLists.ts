import type { Viewer } from "../../../domain/access";
import { isVisible } from "../../../domain/visible/isVisible";
import { failure } from "../../platform/errors";
import { versionTag } from "../../platform/http/request";
import type { Quote } from "../../../generated/schemas";
import {
  createListingReader,
  readRows,
  visibleListing,
} from "../../workspace/listing";
import type { ListContext, RowLists } from "../../workspace/lists";
import type { Host } from "../../workspace/area";
import { compareQuotes } from "./compareQuotes";
import { quoteSource } from "./quoteSource";
import type { QuoteScope } from "./readCars";

/** The field that no column holds. */
const computedField = "state";

/** Returns how the engine answers lists of quotes. */
export function quoteLists(host: Host): RowLists {
  const reader = createListingReader(host, quoteSource);
  return {
    row: quoteSource.row,
    reader,
    computeFields: async (ids, { fields }) => {
      if (!fields.includes(computedField)) return [];
      const states = await statesOf(host, ids);
      return ids.map((id) => ({ state: states.get(id) ?? "unknown" }));
    },
    detail: {
      query: "quote-page#/definitions/params",
      reply: "quote-page#/definitions/row",
      read: async (draft: ListContext, asked) => {
        const detail = await readQuoteRow({ ...host, ...draft }, asked);
        return { success: true, version: detail.version, detail };
      },
      tagOf: (reply) =>
        "version" in reply ? versionTag(Number(reply.version)) : undefined,
    },
  };
}

/** Returns the states of quotes by id. */
async function statesOf(scope: QuoteScope, ids: readonly string[]) {
  const { kysely } = scope.database;
  const quotes = await kysely
    .selectFrom("quotes")
    .selectAll()
    .where("id", "in", ids.length > 0 ? [...ids] : ["0"])
    .execute();
  const compared = await compareQuotes(scope, { kysely }, quotes);
  return new Map(
    compared.map(({ quote, comparison }) => [quote.id, comparison.state]),
  );
}

/** Reads a quote with the fields that its reader may see. Throws not_found. */
async function readQuoteRow(
  scope: Host,
  {
    resource: name,
    viewer,
    id,
  }: { resource: string; viewer: Viewer; id: string },
): Promise<Quote> {
  const resource = scope.workspace.resource(name);
  const listing = visibleListing({ ...scope, resource, viewer });
  const [row] = await readRows(createListingReader(scope, quoteSource), {
    ...listing,
    ids: [id],
    fields: Object.keys(listing.row.properties).filter(
      (name) =>
        name !== computedField &&
        isVisible(listing.row, { fields: [name] }, viewer),
    ),
  });
  if (!row) throw failure("not_found");
  const states = await statesOf(scope, [id]);
  return { ...row, state: states.get(id) ?? "unknown" } as Quote;
}
