import type { FastifyInstance } from "fastify";
import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import type { Viewer } from "../../../domain/access";
import type { DownloadImagesContent } from "../../../generated/schemas";
import {
  type Catalog,
  lotReaders,
  visibleLot,
  type VisibleLot,
} from "../../catalog";
import { findLinkToken, issueLinkToken } from "../../identity";
import { inTransaction } from "../../platform/database";
import { failure } from "../../platform/errors";
import { sessionOf } from "../../platform/http/request";
import { queryCall, route } from "../../platform/http/route";
import { fetchPublic } from "../../platform/outbound";
import type { Context } from "../../workspace/context";
import { sendFile } from "../../workspace/export/sendExport";
import { zip, type ZipPart } from "../../workspace/export/zip";

const purpose = "download-photos";
const lifetimeHours = 1 / 6;
const mayDownload = { flags: ["downloadPhotos" as const] };

/** The row schema of the lots of each path. */
const rowOfPath = {
  "car-auction": "lot",
  bikes: "bike",
  "bike-stats": "bike",
} as const;

/**
 * Registers the calls that download all photos of a lot: for each path a link, which
 * only the user who got it can open, for ten minutes, and the archive behind it.
 * Photos of USS lots must not be downloaded.
 */
export function registerPhotoDownloads(
  app: FastifyInstance,
  catalog: Catalog,
  {
    database,
    clock,
    ports,
  }: Pick<Context, "database" | "clock"> & {
    ports: PhotoPorts;
  },
): void {
  for (const [path, row] of Object.entries(rowOfPath))
    route(app, {
      method: "GET",
      url: `/${path}/download-images`,
      access: [lotReaders(catalog.context, [row]), mayDownload],
      ...queryCall("download-images"),
      summary: "A link to an archive with all photos of a lot",
      changesState: true,
      handler: async (request) => {
        const { viewer } = sessionOf(request);
        const { id } = request.query;
        const lot = await visibleLot(catalog, { viewer, id, rows: [row] });
        if (photosOf(lot).length === 0) return { success: true, link: null };
        const token = await inTransaction(database, (trx) =>
          issueLinkToken(trx, {
            userId: viewer.userId,
            purpose,
            subject: `${row}/${id}`,
            lifetimeHours,
            now: clock.now(),
          }),
        );
        const link = `/api/lots/photos?token=${token}`;
        return { success: true, link };
      },
    });

  /** Returns the lot of a link. Throws not_found for foreign and expired links. */
  const lotOfLink = async (viewer: Viewer, token: string) => {
    const now = clock.now();
    const link = await findLinkToken(database, { token, purpose, now });
    const [row = "", id = ""] = link?.subject.split("/") ?? [];
    if (link?.userId !== viewer.userId) throw failure("not_found");
    return visibleLot(catalog, { viewer, id, rows: [row] });
  };

  route<{ Query: DownloadImagesContent; Reply: object }>(app, {
    method: "GET",
    url: "/lots/photos",
    access: mayDownload,
    query: "download-images#/definitions/content",
    reply: () => ({ type: "string", description: "The archive" }),
    replyTypes: ["application/zip"],
    summary: "Download the photos of a lot by a link",
    isLong: true,
    handler: async (request, reply) => {
      const { viewer } = sessionOf(request);
      const lot = await lotOfLink(viewer, request.query.token);
      const name = archiveName(lot.row.lotNo);
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
            photoArchive(photosOf(lot), { ...ports, name, signal }),
          ),
      };
      return sendFile(file, { slots: app.downloads.exports }, request, reply);
    },
  });
}

/** Returns the photos of a lot that may be downloaded. */
const photosOf = ({ stored, row }: VisibleLot): string[] =>
  stored.isUss === true || !Array.isArray(row.images)
    ? []
    : row.images.filter((address) => typeof address === "string");

/**
 * Yields a zip file with the photos of a lot, one photo after the other and no faster
 * than it is read. The names are made of the lot number and the place of the photo, so
 * that no name comes from a feed. The last entry lists the photos that could not be
 * loaded, if there are any.
 */
const photoArchive = (
  addresses: readonly string[],
  options: PhotoPorts & { name: string; signal: AbortSignal },
): AsyncGenerator<Uint8Array> => zip(photoParts(addresses, options));

async function* photoParts(
  addresses: readonly string[],
  {
    name,
    photoFileOf,
    signal,
  }: PhotoPorts & { name: string; signal: AbortSignal },
): AsyncGenerator<ZipPart> {
  const missing: string[] = [];
  for (const [index, address] of addresses.entries()) {
    const place = String(index + 1).padStart(2, "0");
    const photo = await openPhoto(address, { photoFileOf, signal });
    if (photo)
      yield { name: `${name}-${place}.${photo.ending}`, content: photo.bytes };
    else missing.push(place);
  }
  if (missing.length > 0)
    yield {
      name: "missing-photos.txt",
      content: [`Photos that could not be loaded: ${missing.join(", ")}\n`],
    };
}

/** Returns a file name for a lot without characters that have a meaning in paths. */
function archiveName(lotNo: unknown): string {
  const written = typeof lotNo === "string" ? lotNo : "";
  return `lot-${written.replace(/[^A-Za-z0-9]/g, "") || "photos"}`;
}

/** 20 MB. */
const mostBytes = 20_000_000;
const longestMs = 30_000;

export type PhotoPorts = {
  /** Returns the file of a photo that the program has drawn; null for other photos. */
  photoFileOf: (address: string) => string | null;
};

type Opened = { bytes: AsyncIterable<Uint8Array>; ending: string };

/**
 * Returns the bytes of a photo of a lot, or null if it cannot be opened. Photos are
 * drawn by the program or have public https addresses. Waits for the first byte, so that
 * a photo that is gone does not break an archive.
 */
export async function openPhoto(
  address: string,
  { photoFileOf, signal }: PhotoPorts & { signal: AbortSignal },
): Promise<Opened | null> {
  const file = photoFileOf(address);
  try {
    if (file !== null) {
      const found = await lstat(file);
      return found.isFile()
        ? { bytes: createReadStream(file), ending: endingOf(file) }
        : null;
    }
    const timeout = AbortSignal.timeout(longestMs);
    const chunks = fetchPublic(address, {
      type: "image/",
      mostBytes,
      signal: AbortSignal.any([signal, timeout]),
    });
    const first = await chunks.next();
    if (first.done === true) return null;
    const { pathname } = new URL(address);
    return {
      bytes: following(first.value, chunks),
      ending: endingOf(pathname),
    };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

async function* following(
  first: Uint8Array,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* chunks;
}

/** Returns the ending of a file name if it is a usual one of pictures. */
const endingOf = (name: string): string =>
  /\.(jpe?g|png|webp|gif|svg)$/i.exec(name)?.[1]?.toLowerCase() ?? "jpg";
