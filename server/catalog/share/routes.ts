import type { FastifyInstance } from "fastify";
import { toJapanIso } from "../../../domain/japanTime";
import { shareEnd } from "../../../domain/sharedLot";
import type { Resource } from "../../../domain/resource";
import type {
  ShareLotReply,
  SharedLotBody,
  SharedLotReply,
} from "../../../generated/schemas";
import { countAttempt } from "../../identity";
import { failure } from "../../platform/errors";
import { sessionOf, type Session } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import { lotKindOf } from "../lotKinds";
import { issueShare } from "./lotShares";
import { openShare } from "./openShare";
import { mayShare, readListedLot, type ShareContext } from "./sharedLot";

/** New links of one user in an hour. */
const mostPerHour = 120;

/**
 * Registers the public call that opens a shared lot, and for each path that lists
 * declare in `calls.share` the call that makes a link. Lists may share a path.
 */
export function registerShares(
  app: FastifyInstance,
  context: ShareContext,
): void {
  const paths = new Map<string, "carId" | "bikeId">();
  for (const { calls } of context.workspace.resources())
    if (calls.share) paths.set(calls.share.path, calls.share.param);
  for (const [path, param] of paths) registerPath(app, context, path, param);

  route<{ Body: SharedLotBody; Reply: SharedLotReply }>(app, {
    method: "POST",
    url: "/share",
    access: "public",
    body: "shared-lot#/definitions/body",
    reply: "shared-lot#/definitions/reply",
    summary: "A shared lot by its link and access code",
    handler: async (request) => {
      const lot = await openShare(context, {
        ...request.body,
        address: request.ip,
      });
      const { title, row, fields } = lot;
      return {
        success: true,
        title,
        row,
        fields: { $id: fields.$id, properties: { ...fields.properties } },
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
    handler: (request) =>
      shareLot(context, sessionOf(request), {
        lists: listsOf(),
        id: request.query[param] ?? "",
      }),
  });
}

/**
 * Returns the user's link to a lot with its code. Throws not_found for a lot that
 * the user does not see, and too_many_requests.
 */
async function shareLot(
  context: ShareContext,
  { viewer }: Pick<Session, "viewer">,
  { lists, id }: { lists: readonly Resource[]; id: string },
): Promise<ShareLotReply> {
  const { database, clock } = context;
  const found = await readListedLot(context, {
    lists,
    viewer,
    id,
    fieldsOf: () => ["auctionDate"],
  });
  const area = found?.list.pageType;
  if (!found || !area) throw failure("not_found");
  const { userId: sharerId } = viewer;
  await countAttempt(context, [
    { key: `share user ${sharerId}`, most: mostPerHour, windowSeconds: 3_600 },
  ]);
  const now = clock.now();
  const { auctionDate } = found.row;
  const auctionAt =
    typeof auctionDate === "string" ? new Date(auctionDate) : null;
  const share = await issueShare(database, {
    sharerId,
    kind: lotKindOf(area),
    lotId: id,
    endsAt: shareEnd(auctionAt, now),
    now,
  });
  return {
    success: true,
    password: share.code,
    link: `${found.list.route}/share/${share.id}`,
    expiresAt: toJapanIso(share.expiresAt),
  };
}
