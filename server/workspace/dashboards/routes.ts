import type { FastifyInstance } from "fastify";
import { dashboardPath } from "../../../domain/dashboard";
import type { DashboardQuery } from "../../../generated/schemas";
import type { ChangeNumber } from "../../platform/changes";
import {
  readKnownChanges,
  sendChangeNumber,
} from "../../platform/http/changeNumbers";
import { sessionOf } from "../../platform/http/request";
import { queryCall, route } from "../../platform/http/route";
import type { Context } from "../context";
import type { FindLists } from "../lists";
import { readDashboard, type DashboardOptions } from "./readDashboard";

/** Registers the call that reads the tiles of a dashboard. */
export function registerDashboards(
  app: FastifyInstance,
  context: Context,
  findLists: FindLists,
  options: DashboardOptions = {},
): void {
  const knownChanges = readKnownChanges(context.changes);
  route<{ Query: DashboardQuery; Reply: object }>(app, {
    method: "GET",
    url: dashboardPath,
    access: "signedIn",
    ...queryCall("dashboard"),
    summary: "The tiles of a dashboard that the caller may see",
    handler: async (request, reply) => {
      const { name, tiles } = request.query;
      const versions: ChangeNumber[] = [];
      const answer = await readDashboard(
        { ...context, log: request.log },
        findLists,
        {
          name,
          tiles: tiles?.split(","),
          viewer: sessionOf(request).viewer,
          language: request.language,
          freshness: {
            known: await knownChanges(request),
            onVersion: (version) => versions.push(version),
          },
        },
        options,
      );
      // Every tile includes the changes up to the lowest number.
      const lowest = versions.reduce<ChangeNumber | undefined>(
        (least, version) =>
          least === undefined || version < least ? version : least,
        undefined,
      );
      if (lowest !== undefined) sendChangeNumber(reply, lowest);
      return answer;
    },
  });
}
