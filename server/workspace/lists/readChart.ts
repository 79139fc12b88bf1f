import type { Viewer } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import type { ListChartReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import { parseListCall, type ListingReader } from "../listing";
import type { ListContext } from "./rowLists";

/**
 * Returns the weeks of a list's chart over all rows that match the query. Throws
 * not_found if the viewer may not see both fields of the chart, and forbidden and
 * invalid_request as the list does.
 */
export async function readChart(
  context: ListContext,
  { index, source }: ListingReader,
  request: {
    resource: Resource;
    viewer: Viewer;
    scopeViewer?: Viewer | undefined;
    query: Record<string, string>;
  },
): Promise<ListChartReply> {
  const call = parseListCall({ ...context, ...request });
  const { chart } = call.resource;
  if (!chart) throw failure("not_found");
  const found = await index.find({ ...call, source }, { chart });
  return { success: true, weeks: [...(found.chart ?? [])] };
}
