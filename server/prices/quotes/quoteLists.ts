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
import { quoteSource, quotesToday } from "./quoteSource";

/** Returns how the engine answers lists of quotes. */
export function quoteLists(host: Host): RowLists {
  const reader = createListingReader(host, quotesToday(host.clock));
  return {
    row: quoteSource.row,
    reader,
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
  const reader = createListingReader(scope, quotesToday(scope.clock));
  const [row] = await readRows(reader, {
    ...listing,
    ids: [id],
    fields: Object.keys(listing.row.properties).filter((name) =>
      isVisible(listing.row, { fields: [name] }, viewer),
    ),
  });
  if (!row) throw failure("not_found");
  return row as Quote;
}
