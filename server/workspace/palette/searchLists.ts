import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import { paletteSearches } from "../../../domain/palette";
import type { Resource } from "../../../domain/resource";
import type { Config } from "../../platform/config";
import { isDatabaseUnavailable } from "../../platform/database";
import { Failure, type ErrorCode } from "../../platform/errors";
import { JsonText } from "../../platform/http/route";
import { endWithin, inPortions } from "../../platform/portions";
import {
  cutToViewer,
  parseListQuery,
  visibleListing,
  type ListingCall,
} from "../listing";
import { readRowTexts, type FindLists, type ListContext } from "../lists";

export type PaletteContext = ListContext & {
  config: Pick<Config, "requestSeconds">;
  log: Record<"info" | "warn", (values: object, message: string) => void>;
};

type PaletteRequest = { text: string; viewer: Viewer; language: Language };

/** A list and the searches by which it is searched. */
type Searched = { declared: Resource; searches: readonly string[] };

/** The most rows of a list by each of its searches. */
const mostRows = 5;

/** The share of the time of a request that a list may take. */
const shareOfRequest = 0.4;

/**
 * Returns the rows with a text in every list that the viewer may see and whose
 * declaration lets the palette search it. A list that fails has the code of its error
 * and does not affect the others. Throws invalid_request for a text that no search
 * accepts.
 */
export async function searchLists(
  context: PaletteContext,
  findLists: FindLists,
  { text, ...request }: PaletteRequest,
): Promise<JsonText> {
  const wanted = searchedLists(context, request.viewer);
  const calls = wanted.map(({ declared, searches }) => ({
    list: declared.name,
    calls: searches.map((search) =>
      callOf(context, { declared, search, text, viewer: request.viewer }),
    ),
  }));
  const milliseconds = shareOfRequest * 1_000 * context.config.requestSeconds;
  const texts = await inPortions(calls, async ({ list, calls: ofList }) => {
    try {
      const rows = await endWithin(milliseconds, () =>
        readAll(context, findLists, ofList),
      );
      return rows.length > 0
        ? [`{"list":${JSON.stringify(list)},"rows":[${rows.join(",")}]}`]
        : [];
    } catch (error) {
      const code = codeOf(error);
      context.log[code === "internal" ? "warn" : "info"](
        { err: error, list },
        "a list could not be searched from the palette",
      );
      return [JSON.stringify({ list, error: code, rows: [] })];
    }
  });
  return new JsonText(`{"success":true,"lists":[${texts.flat().join(",")}]}`);
}

/** Returns the lists that the viewer may search from the palette. */
const searchedLists = (
  { workspace, schemas }: PaletteContext,
  viewer: Viewer,
): Searched[] =>
  workspace.resources().flatMap((declared) => {
    const cut = cutToViewer(declared, schemas.row(declared.row), viewer);
    const searches = cut ? paletteSearches(cut.resource) : [];
    return searches.length > 0 ? [{ declared, searches }] : [];
  });

/** Returns the call for the first rows that a search of the list finds. */
function callOf(
  context: PaletteContext,
  {
    declared,
    search,
    text,
    viewer,
  }: { declared: Resource; search: string; text: string; viewer: Viewer },
): ListingCall {
  const listing = visibleListing({ ...context, resource: declared, viewer });
  const [parameter = "", words = ""] = listing.resource.search?.send ?? [];
  const query = { [parameter]: search, [words]: text };
  const call = parseListQuery(listing, query, context.messages);
  return { ...call, state: { ...call.state, page: 1, pageSize: mostRows } };
}

/** Returns the rows that the calls find as JSON, each row once. */
async function readAll(
  context: PaletteContext,
  findLists: FindLists,
  calls: readonly ListingCall[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const query of calls) {
    const lists = findLists(query.resource.row);
    if (!lists) continue;
    const { rows } = await readRowTexts(context, lists, { query });
    for (const row of rows) found.add(row);
  }
  return [...found];
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Failure) return error.code;
  return isDatabaseUnavailable(error) ? "unavailable" : "internal";
}
