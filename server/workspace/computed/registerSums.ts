import type { FastifyInstance } from "fastify";
import { isAllowed, type Viewer } from "../../../domain/access";
import { computeSum } from "../../../domain/computed/formula";
import { casesOf, isReaderValue } from "../../../domain/computed/rule";
import { readerValue } from "../../../domain/computed/step";
import type { RowSchema } from "../../../domain/resource";
import type { SumsQuery, SumsReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import { sessionOf } from "../../platform/http/request";
import { queryCall, route } from "../../platform/http/route";
import { visibleListing } from "../listing";
import { readVersions } from "../listing/rows/readRows";
import type { FindLists, ListContext } from "../lists";

/** Registers the call that explains the computed fields of a row. */
export function registerSums(
  app: FastifyInstance,
  context: ListContext,
  findLists: FindLists,
): void {
  route<{ Query: SumsQuery; Reply: SumsReply }>(app, {
    method: "GET",
    url: "/sums",
    access: "signedIn",
    ...queryCall("sums"),
    summary: "The computed fields of a row, line by line",
    handler: (request) =>
      readSums(context, findLists, {
        ...request.query,
        viewer: sessionOf(request).viewer,
      }),
  });
}

/**
 * Returns the sums of a row with all rates that may count for its reader. Throws not_found
 * for an unknown list or row, and forbidden for a list that the viewer may not see.
 */
async function readSums(
  context: ListContext,
  findLists: FindLists,
  { list, id, viewer }: SumsQuery & { viewer: Viewer },
): Promise<SumsReply> {
  const resource = context.workspace
    .resources()
    .find(({ name }) => name === list);
  const reader = resource && findLists(resource.row)?.reader;
  if (!reader) throw failure("not_found");
  if (!isAllowed(resource.access, viewer)) throw failure("forbidden");
  const listing = visibleListing({ ...context, resource, viewer });
  const { row } = listing;
  const byField = [
    ...((await reader.index.formulas(row, viewer))?.byField ?? []),
  ];
  const fields = byField.flatMap(([, { fields: read }]) => read);
  const [found] = await readVersions(reader, {
    ...listing,
    ids: [id],
    fields: [...new Set(fields)],
  });
  if (!found) throw failure("not_found");
  return {
    success: true,
    reader: readerOf(row, viewer),
    sums: byField.map(([field, formula]) => {
      const { lines, ...sum } = computeSum(formula, found.row);
      return {
        ...{ field, ...sum },
        lines: lines.map(({ rates, ...line }) => ({
          ...line,
          rates: [...rates],
        })),
      };
    }),
  };
}

/** Returns the caller's own values that the rules of a row match. */
function readerOf(
  { properties }: RowSchema,
  viewer: Viewer,
): SumsReply["reader"] {
  const names = Object.values(properties)
    .flatMap(casesOf)
    .flatMap(({ steps }) => steps)
    .flatMap(({ match = [] }) =>
      match.map(({ is }) => is).filter(isReaderValue),
    );
  return Object.fromEntries(
    [...new Set(names)].map((name) => [
      name.slice(1),
      readerValue(name, viewer),
    ]),
  );
}
