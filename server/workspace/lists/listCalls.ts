import { servedCalls } from "../../../domain/listing/defaultCalls";
import type { Resource } from "../../../domain/resource";
import type { ListCall } from "./listSchemas";
import type { FindLists } from "./rowLists";

/** Every call of a list. */
export type Call = ListCall | { kind: "export" };

/** Returns the calls of a list with the path under which each is served. */
export function callsOf(
  findLists: FindLists,
  resource: Resource,
): { call: Call; path: string }[] {
  const hasDetail = findLists(resource.row)?.detail !== undefined;
  return servedCalls(resource).flatMap(
    ({ call, path }): { call: Call; path: string }[] => {
      if (typeof call === "object")
        return [{ call: { kind: "options", filter: call.options }, path }];
      if (call === "detail" && !hasDetail) return [];
      return isListKind(call) ? [{ call: { kind: call }, path }] : [];
    },
  );
}

const isListKind = (name: string): name is Exclude<Call["kind"], "options"> =>
  ["list", "facets", "chart", "detail", "export"].includes(name);
