import type { Viewer } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import { JsonText } from "../../platform/http/route";
import { parseListCall, readListing, type Freshness } from "../listing";
import { countTabs } from "./countTabs";
import type { ListContext, RowLists } from "./rowLists";

/**
 * Returns one page of a list: rows, page info, and the tab counters and totals
 * if the declaration has them. Throws forbidden and invalid_request.
 */
export async function readPage(
  context: ListContext,
  { reader, computeFields, totalKey }: RowLists,
  request: {
    resource: Resource;
    viewer: Viewer;
    scopeViewer?: Viewer | undefined;
    query: Record<string, string>;
    freshness?: Freshness | undefined;
  },
): Promise<JsonText> {
  const { viewer, freshness } = request;
  const { list: keys } = request.resource.calls;
  const { rows: rowsKey, counters: countersKey, totals: totalsKey } = keys;
  const call = parseListCall({ ...context, ...request });
  const { fields } = call;
  const { tabs } = call.resource;
  const { schemas } = context;
  const { rows, pageInfo, found } = await readListing(reader, {
    ...call,
    schemas,
    facets: countersKey && tabs ? [tabs.filter] : [],
  });
  const ids = rows.map(({ id }) => id);
  const known = freshness?.known;
  const computed = await computeFields?.(ids, { viewer, fields, known });
  const others = {
    success: true,
    ...(countersKey
      ? { [countersKey]: await countTabs(reader, { query: call, found }) }
      : {}),
    ...(totalsKey ? { [totalsKey]: found.sums } : {}),
    ...(totalKey ? { [totalKey]: pageInfo.totalResults } : {}),
    pageInfo,
  };
  const texts = rows.map(({ json }, place) =>
    joinObjects(json, JSON.stringify(computed?.[place] ?? {})),
  );
  const page = joinObjects(
    `{${JSON.stringify(rowsKey)}:[${texts.join(",")}]}`,
    JSON.stringify(others),
  );
  return new JsonText(page);
}

/** Returns the JSON of one object with the members of two. */
function joinObjects(left: string, right: string): string {
  if (left === "{}") return right;
  return right === "{}" ? left : `${left.slice(0, -1)},${right.slice(1)}`;
}
