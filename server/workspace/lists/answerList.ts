import { weekAxes } from "../../../domain/chart";
import { summaryValues, withTotals } from "../../../domain/summary";
import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import { filterId, type Resource } from "../../../domain/resource";
import type { ListChartReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import { fieldErrors } from "../../platform/http/fieldErrors";
import { JsonText } from "../../platform/http/route";
import type { JsonSchema } from "../../platform/schemas/registry";
import {
  countTabs,
  freshReader,
  labelFound,
  parseListCall,
  type Freshness,
  type ListingReader,
} from "../listing";
import {
  querySource,
  type FindLists,
  type ListCall,
  type ListContext,
  type RowLists,
} from "./listSchemas";
import { choiceTexts, readFacets, readOptions } from "./readFacets";
import { readGroups } from "./readGroups";
import { joinObjects, readRowTexts } from "./readRowTexts";

type ListRequest = {
  /** The name of the resource. */
  resource: string;
  call: ListCall;
  viewer: Viewer;
  /** Decides the rows instead of `viewer`, for previews by an administrator. */
  scopeViewer?: Viewer | undefined;
  language: Language;
  query: Record<string, string>;
  freshness?: Freshness | undefined;
};

/**
 * Answers one call of a declared list, whose query is already valid; a page is
 * answered as a JsonText. Throws forbidden, invalid_request and not_found.
 */
export async function answerList(
  context: ListContext,
  findLists: FindLists,
  { call, ...request }: ListRequest,
): Promise<object> {
  const { viewer, freshness } = request;
  const resource = context.workspace.resource(request.resource);
  const lists = findLists(resource.row);
  if (!lists) throw failure("not_found");
  const reader = freshness
    ? freshReader(lists.reader, freshness)
    : lists.reader;
  const asked = { ...request, resource };
  switch (call.kind) {
    case "list":
      return readPage(context, { ...lists, reader }, asked);
    case "facets":
      return readFacets(context, reader, asked);
    case "chart":
      return readChart(context, reader, asked);
    case "options":
      return readOptions(context, reader, { ...asked, filter: call.filter });
    case "detail": {
      const { id = "" } = request.query;
      if (!lists.detail) throw failure("not_found");
      return lists.detail.read(context, {
        resource: resource.name,
        viewer,
        id,
      });
    }
  }
}

type Asked = Omit<ListRequest, "call" | "resource"> & { resource: Resource };

/**
 * Returns one page of a list: rows, page info, and the tab counters and totals
 * if the declaration has them. Throws forbidden and invalid_request.
 */
async function readPage(
  context: ListContext,
  lists: RowLists,
  request: Asked,
): Promise<JsonText> {
  const { list } = request.resource.calls;
  const { rows: rowsKey, counters, totals } = list;
  const query = parseListCall({ ...context, ...request });
  const { tabs, filters } = query.resource;
  const facets = Object.entries(list.facets ?? {});
  const wanted = filters
    .map(filterId)
    .filter((id) => facets.some(([, filter]) => filter === id));
  const { rows, pageInfo, found } = await readRowTexts(context, lists, {
    query,
    facets: [...(counters && tabs ? [tabs.filter] : []), ...wanted],
    known: request.freshness?.known,
  });
  const { totalKey } = lists;
  const texts = { ...choiceTexts(context, request), wanted };
  const choices =
    wanted.length > 0
      ? (await labelFound(lists.reader, { query, found }, texts)).options
      : undefined;
  const others = {
    success: true,
    ...(counters && { [counters]: countTabs(query, found) }),
    ...Object.fromEntries(
      facets.map(([key, filter]) => [key, choices?.[filter] ?? []]),
    ),
    ...withTotals(
      totals,
      summaryValues(query.resource.summary ?? [], query.row, found),
    ),
    ...(totalKey && { [totalKey]: pageInfo.totalResults }),
    pageInfo,
  };
  const page = joinObjects(
    `{${JSON.stringify(rowsKey)}:[${rows.join(",")}]}`,
    JSON.stringify(others),
  );
  return new JsonText(page);
}

/**
 * Returns the weeks or the groups of a list's chart over all rows that match the query.
 * Throws not_found if the viewer may not see the fields or the filter of the chart,
 * unavailable if there was no time to count groups, and forbidden and invalid_request as
 * the list does.
 */
async function readChart(
  context: ListContext,
  reader: ListingReader,
  request: Asked,
): Promise<ListChartReply> {
  const call = parseListCall({ ...context, ...request });
  const { chart } = call.resource;
  if (!chart) throw failure("not_found");
  const { index, source } = reader;
  const axes = weekAxes(chart);
  if (axes) {
    const found = await index.find({ ...call, source }, { chart: axes });
    return { success: true, weeks: [...(found.chart ?? [])] };
  }
  const asked = { ...request, ...chart, call };
  const { groups, missing, others } = await readGroups(context, reader, asked);
  return {
    success: true,
    groups: groups.map(({ state: _state, ...group }) => group),
    ...(missing && { missing: missing.count }),
    ...(others && { others }),
  };
}

/** Answers a call of a list over declarations that do not act yet. */
export type AnswerDraft = (
  context: ListContext,
  request: ListRequest,
) => Promise<object>;

/**
 * Returns a function that validates the query of a call, as its route would
 * do, and answers it. Throws invalid_request with the wrong parameters.
 */
export const answerDraft =
  (findLists: FindLists): AnswerDraft =>
  async (context, request) => {
    const { workspace, schemas } = context;
    const resource = workspace.resource(request.resource);
    const lists = findLists(resource.row);
    if (!lists) throw failure("not_found");
    const row = schemas.row(resource.row);
    assertQuery(
      context,
      querySource({ resource, row, lists }, request.call),
      request.query,
    );
    const answer = await answerList(context, findLists, request);
    return answer instanceof JsonText ? answer.parse() : answer;
  };

/** The schema of a query without parameters. */
export const emptyQuery = {
  type: "object",
  properties: {},
  additionalProperties: false,
};

/** Throws invalid_request with the parameters that break the schema. */
export function assertQuery(
  { schemas }: Pick<ListContext, "schemas">,
  schema: string | JsonSchema,
  query: Readonly<Record<string, string>>,
): void {
  const errors = schemas.validator(schema)(query);
  if (errors.length > 0)
    throw failure("invalid_request", { errors: fieldErrors([...errors]) });
}
