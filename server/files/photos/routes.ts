import type { FastifyInstance } from "fastify";
import type { Viewer } from "../../../domain/access";
import type { DownloadImagesContent } from "../../../generated/schemas";
import { findLinkToken, issueLinkToken } from "../../identity";
import { inTransaction } from "../../platform/database";
import { failure } from "../../platform/errors";
import { sessionOf } from "../../platform/http/request";
import { queryCall, route } from "../../platform/http/route";
import { sendFile } from "../../workspace/export/sendExport";
import { photoArchive } from "./archive";
import {
  photoSources,
  type DownloadablePhotos,
  type PhotoContext,
} from "./sources";

const purpose = "download-photos";
const lifetimeHours = 1 / 6;
const mayDownload = { flags: ["downloadPhotos" as const] };

/**
 * Registers the calls that download all photos of a lot or a purchase: for each source a
 * link, which only the user who got it can open, for ten minutes, and the archive behind it.
 */
export function registerPhotoDownloads(
  app: FastifyInstance,
  context: PhotoContext,
): void {
  const { database, clock, ports } = context;
  const sources = photoSources(context);
  for (const { path, row, readers, summary, find } of sources)
    route(app, {
      method: "GET",
      url: `${path}/download-images`,
      access: [readers, mayDownload],
      ...queryCall("download-images"),
      summary,
      changesState: true,
      handler: async (request) => {
        const { viewer } = sessionOf(request);
        const { id } = request.query;
        const { addresses } = await find(viewer, id);
        if (addresses.length === 0) return { success: true, link: null };
        const token = await inTransaction(database, (trx) =>
          issueLinkToken(trx, {
            userId: viewer.userId,
            purpose,
            subject: `${row}/${id}`,
            lifetimeHours,
            now: clock.now(),
          }),
        );
        return { success: true, link: `/api/photo-archive?token=${token}` };
      },
    });

  /** Returns the photos of a link. Throws not_found for foreign and expired links. */
  const photosOfLink = async (
    viewer: Viewer,
    token: string,
  ): Promise<DownloadablePhotos> => {
    const now = clock.now();
    const link = await findLinkToken(database, { token, purpose, now });
    if (link?.userId !== viewer.userId) throw failure("not_found");
    const [row, id = ""] = link.subject.split("/");
    const source = sources.find((known) => known.row === row);
    if (!source) throw failure("not_found");
    return source.find(viewer, id);
  };

  route<{ Query: DownloadImagesContent; Reply: object }>(app, {
    method: "GET",
    url: "/photo-archive",
    access: mayDownload,
    query: "download-images#/definitions/content",
    reply: () => ({ type: "string", description: "The archive" }),
    replyTypes: ["application/zip"],
    summary: "Download the photos of a lot or a purchase by a link",
    isLong: true,
    handler: async (request, reply) => {
      const { viewer } = sessionOf(request);
      const photos = await photosOfLink(viewer, request.query.token);
      const name = archiveName(photos.lotNo);
      const gone = new AbortController();
      reply.raw.once("close", () => {
        gone.abort();
      });
      const { signal } = gone;
      const file = {
        name: `${name}.zip`,
        type: "application/zip",
        open: () =>
          Promise.resolve(
            photoArchive(photos.addresses, { ...ports, name, signal }),
          ),
      };
      return sendFile(file, { slots: app.downloads.exports }, request, reply);
    },
  });
}

/** Returns a file name for a lot without characters that have a meaning in paths. */
function archiveName(lotNo: unknown): string {
  const written = typeof lotNo === "string" ? lotNo : "";
  return `lot-${written.replace(/[^A-Za-z0-9]/g, "") || "photos"}`;
}
