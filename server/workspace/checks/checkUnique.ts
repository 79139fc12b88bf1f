import {
  filterId,
  filterParam,
  filterSend,
  type Resource,
} from "../../../domain/resource";
import { inheritedNames } from "../../platform/schemas/checkRow";
import type { Fault } from "../../platform/problem";

/** What the calls of a list ask by themselves. */
const callNames = [
  "page",
  "pageSize",
  "sort",
  "order",
  "format",
  "columns",
  "facets",
];
/** What the address of a list says by itself. */
const urlNames = ["page", "pageSize", "sort", "order"];
/** Names of a list's reply, and of the facets', that are not for its parts. */
const replyNames = ["success", "pageInfo", "counters", "totalBids"];
const facetNames = ["success", "totalSearchResults", "totalResults"];

/** A name, where it stands and what it is. */
type Named = { pointer: string; name: string };

const indexed = <Part>(
  part: string,
  values: readonly Part[] | undefined,
  name: (value: Part) => string,
  key = "",
): Named[] =>
  (values ?? []).map((value, index) => ({
    pointer: `/${part}/${index}${key}`,
    name: name(value),
  }));

/** Where a declaration says a name twice, or one that the program says. */
export function* checkUnique(resource: Resource): Generator<Fault> {
  const { columns, filters, sorts, search, calls, tabs } = resource;
  const send = indexed("search/send", search?.send, (name) => name);
  const param = search
    ? [{ pointer: "/search/param", name: search.param }]
    : [];
  yield* distinct([{ pointer: "/calls/list/rows", name: calls.list.rows }], {
    what: "key of the reply",
    taken: replyNames,
  });
  yield* distinct(
    indexed("columns", columns, ({ id }) => id, "/id"),
    { what: "id" },
  );
  yield* distinct(
    indexed("sorts", sorts, ({ id }) => id, "/id"),
    { what: "id" },
  );
  yield* distinct(indexed("filters", filters, filterId), {
    what: "id of a filter",
    taken: facetNames,
  });
  yield* distinct([...param, ...indexed("filters", filters, filterParam)], {
    what: "name in the address",
    taken: urlNames,
  });
  const sent = filters.flatMap((one, index) =>
    filterSend(one).map((name) => ({ pointer: `/filters/${index}`, name })),
  );
  yield* distinct([...send, ...sent], {
    what: "name in the call",
    taken: callNames,
  });
  yield* distinct(
    indexed("tabs/values", tabs?.values, ({ value }) => value, "/value"),
    { what: "tab" },
  );
  yield* distinct(
    indexed(
      "search/parameters",
      search?.parameters,
      ({ value }) => value,
      "/value",
    ),
    { what: "search" },
  );
  yield* distinct(indexed("pageSizes", resource.pageSizes, String), {
    what: "page size",
  });
  yield* distinct(
    indexed("views", resource.views, (one) =>
      typeof one === "string" ? one : one.view,
    ),
    { what: "view" },
  );
}

function* distinct(
  names: readonly Named[],
  { what, taken = [] }: { what: string; taken?: readonly string[] },
): Generator<Fault> {
  const seen = new Map<string, string>();
  for (const { pointer, name } of names) {
    const other = seen.get(name);
    if (inheritedNames.includes(name) || taken.includes(name))
      yield {
        pointer,
        reason: `"${name}" is taken by the program: no ${what}`,
      };
    else if (other !== undefined)
      yield {
        pointer,
        reason: `"${name}" is taken: it is the ${what} of ${other} already`,
      };
    else seen.set(name, pointer);
  }
}
