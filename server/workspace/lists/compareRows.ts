import type { FastifyInstance } from "fastify";
import { isAllowed, type Viewer } from "../../../domain/access";
import { readCompared, type ComparedRow } from "../../../domain/comparison";
import type { Resource } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import type { CompareQuery, CompareReply } from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { queryCall, route } from "../../platform/http/route";
import { readComputed } from "../computed/readComputed";
import { readRows, visibleListing, type Row } from "../listing";
import type { FindLists, ListContext } from "./listSchemas";

/** Registers the call that reads a few rows of any lists in full, to compare them. */
export function registerCompare(
  app: FastifyInstance,
  context: ListContext,
  findLists: FindLists,
): void {
  route<{ Query: CompareQuery; Reply: CompareReply }>(app, {
    method: "GET",
    url: "/compare",
    access: "signedIn",
    ...queryCall("compare"),
    summary: "Up to four rows of any lists in full, to compare them",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const rows = readCompared(request.query.lots);
      return {
        success: true,
        rows: await Promise.all(
          rows.map((row) =>
            findCompareRow(context, findLists, { viewer, ...row }),
          ),
        ),
      };
    },
  });
}

/**
 * Returns the stored fields of a row that the viewer may see, and the list that has it:
 * a row keeps its id when it moves to another list of the same row schema. The row is
 * null for an unknown row or list, and for rows and lists that the viewer may not see.
 */
async function findCompareRow(
  context: ListContext,
  findLists: FindLists,
  { viewer, list, id }: ComparedRow & { viewer: Viewer },
): Promise<ComparedRow & { row: Row | null }> {
  const compared = context.workspace
    .resources()
    .filter(({ compare }) => compare);
  const named = compared.find(({ name }) => name === list);
  const alike = compared.filter(({ row }) => row === named?.row);
  const others = alike.filter((resource) => resource !== named);
  for (const resource of named ? [named, ...others] : []) {
    const row = await readCompareRow(context, findLists, {
      viewer,
      resource,
      id,
    });
    if (row) return { list: resource.name, id, row };
  }
  return { list, id, row: null };
}

async function readCompareRow(
  context: ListContext,
  findLists: FindLists,
  { viewer, resource, id }: { viewer: Viewer; resource: Resource; id: string },
): Promise<Row | null> {
  const { detail } = resource.calls;
  const reader = findLists(resource.row)?.reader;
  const rules = [resource.access, detail?.access];
  if (!reader || !detail || !rules.every((rule) => isAllowed(rule, viewer)))
    return null;
  const listing = visibleListing({ ...context, resource, viewer });
  const fields = Object.keys(visibleRow(listing.row, viewer).properties);
  const [row] = await readRows(reader, { ...listing, ids: [id], fields });
  const [sums] = await readComputed(
    reader,
    { ...listing, fields },
    { ids: [id] },
  );
  return row ? { ...row, ...sums } : null;
}
