import type { FastifyInstance } from "fastify";
import type { Resource } from "../../../domain/resource";
import type { ShareLotReply } from "../../../generated/schemas";
import { securityNotes } from "../../identity";
import { sessionOf } from "../../platform/http/request";
import { bodyCall, route } from "../../platform/http/route";
import type { Context } from "../../workspace/context";
import type { CatalogPorts } from "../catalog";
import { openShare } from "./openShare";
import { mayShare, sharedSheet, type ShareContext } from "./sharedLot";
import { shareLot } from "./shareLot";

/**
 * Registers the public call that opens a shared lot, and for each path that lists
 * declare in `calls.share` the call that makes a link. Lists may share a path.
 */
export function registerShares(
  app: FastifyInstance,
  context: ShareContext & Pick<Context, "messages"> & { ports: CatalogPorts },
): void {
  const paths = new Map<string, "carId" | "bikeId">();
  for (const { calls } of context.workspace.resources())
    if (calls.share) paths.set(calls.share.path, calls.share.param);
  for (const [path, param] of paths) registerPath(app, context, path, param);

  route(app, {
    method: "POST",
    url: "/share",
    access: "public",
    ...bodyCall("shared-lot"),
    summary: "A shared lot by its link and access code",
    handler: async (request) => {
      const lot = await openShare(context, {
        ...request.body,
        address: request.ip,
        note: securityNotes(context, request),
      });
      const { title, row, fields } = lot;
      return {
        success: true,
        title,
        row,
        fields: { $id: fields.$id, properties: { ...fields.properties } },
        ...sharedSheet(context, lot, request.language),
      };
    },
  });
}

function registerPath(
  app: FastifyInstance,
  context: ShareContext,
  path: string,
  param: "carId" | "bikeId",
): void {
  const listsOf = (): Resource[] =>
    context.workspace
      .resources()
      .filter(({ calls, pageType }) => pageType && calls.share?.path === path);
  route<{ Query: Record<string, string>; Reply: ShareLotReply }>(app, {
    method: "GET",
    url: path,
    access: () => ({
      allows: (viewer) => listsOf().some((list) => mayShare(list, viewer)),
      description: `Everybody who may share lots of: ${listsOf()
        .map(({ name }) => name)
        .join(", ")}`,
    }),
    query: `share-lot#/definitions/${param}`,
    reply: "share-lot#/definitions/reply",
    summary: "The link and the access code of a shared lot",
    changesState: true,
    handler: (request) =>
      shareLot(context, {
        viewer: sessionOf(request).viewer,
        lists: listsOf(),
        id: request.query[param] ?? "",
      }),
  });
}
