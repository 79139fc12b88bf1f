import { rm } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { FileContentQuery } from "../../generated/schemas";
import { mostUploadBytes } from "../../domain/fileField";
import { toJapanIso } from "../../domain/japanTime";
import { findLinkToken, issueLinkToken } from "../identity";
import { inTransaction } from "../platform/database";
import { failure } from "../platform/errors";
import { sessionOf } from "../platform/http/request";
import { bodyCall, queryCall, route } from "../platform/http/route";
import { allowSlowBody } from "../platform/http/bodies";
import type { Context } from "../workspace/context";
import { sendFile } from "../workspace/export/sendExport";
import { findFile, findFiles } from "./fileQueries";
import { openStorage, temporaryFolder } from "./openStorage";
import { isStream } from "./receiveUpload";
import { registerRecordFiles, registerRecordUploads } from "./records/routes";
import { removeFile, uploadFile } from "./uploadFile";

const addressHours = 1 / 6;
const purpose = "download-file";

/**
 * Registers the calls of files: upload, the address of a download, and the
 * download, which only the user who got the address can open, for ten minutes.
 */
export async function registerFiles(
  app: FastifyInstance,
  context: Context,
): Promise<void> {
  const { database, clock, config } = context;
  const storage = openStorage(config);
  const temporary = temporaryFolder(config);
  if (temporary !== null)
    app.addHook("onClose", () =>
      rm(temporary, { recursive: true, force: true }),
    );
  const files = { database, clock, storage };

  await app.register((uploads, _options, done) => {
    uploads.addContentTypeParser(
      "application/octet-stream",
      (request, payload, parsed) => {
        allowSlowBody(request.raw);
        parsed(null, payload);
      },
    );
    route(uploads, {
      method: "POST",
      url: "/files",
      access: "signedIn",
      ...queryCall("upload-file"),
      summary: "Upload a file: PDF, JPEG, PNG or WebP of at most 20 MB",
      isUpload: true,
      isLong: true,
      handler: async (request) => {
        const body: unknown = request.body;
        if (!isStream(body)) throw failure("invalid_request");
        if (Number(request.headers["content-length"] ?? 0) > mostUploadBytes)
          throw failure("too_large");
        request.work?.release();
        const { userId } = sessionOf(request).viewer;
        const { name } = request.query;
        const file = await uploadFile(files, { ownerId: userId, name, body });
        return { success: true, file };
      },
    });
    registerRecordUploads(uploads, { ...context, storage });
    done();
  });

  registerRecordFiles(app, { ...context, storage });

  route(app, {
    method: "GET",
    url: "/files",
    access: "signedIn",
    reply: "own-files#/definitions/reply",
    summary: "The files that the user has uploaded, the latest first",
    handler: async (request) => {
      const { userId } = sessionOf(request).viewer;
      const found = await findFiles(database, userId);
      return {
        success: true,
        files: found.map(({ stored_at: storedAt, ...file }) => ({
          ...file,
          storedAt: toJapanIso(storedAt ?? clock.now()),
        })),
      };
    },
  });

  route(app, {
    method: "DELETE",
    url: "/files/:id",
    access: "signedIn",
    params: "own-files#/definitions/params",
    reply: "definitions#/definitions/success",
    summary: "Remove an own file; administrators may remove every file",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await removeFile(files, { viewer, id: request.params.id });
      return { success: true };
    },
  });

  route(app, {
    method: "POST",
    url: "/files/address",
    access: "signedIn",
    ...bodyCall("file-address"),
    summary: "The address of an own file, which only its owner can open",
    handler: async (request) => {
      const { userId } = sessionOf(request).viewer;
      const { id } = request.body;
      if (!(await findFile(database, { id, ownerId: userId })))
        throw failure("not_found");
      const now = clock.now();
      const token = await inTransaction(database, (trx) =>
        issueLinkToken(trx, {
          userId,
          purpose,
          subject: id,
          lifetimeHours: addressHours,
          now,
        }),
      );
      const endsAt = new Date(now.getTime() + addressHours * 3_600_000);
      return {
        success: true,
        address: `/api/files/content?token=${token}`,
        expiresAt: toJapanIso(endsAt),
      };
    },
  });

  route<{ Query: FileContentQuery; Reply: object }>(app, {
    method: "GET",
    url: "/files/content",
    access: "signedIn",
    query: "file-content#/definitions/query",
    reply: () => ({ type: "string", description: "The file" }),
    replyTypes: ["application/octet-stream"],
    summary: "Download a file by its address",
    isLong: true,
    handler: async (request, reply) => {
      const { userId } = sessionOf(request).viewer;
      const { token } = request.query;
      const link = await findLinkToken(database, {
        token,
        purpose,
        now: clock.now(),
      });
      const file =
        link?.userId === userId
          ? await findFile(database, { id: link.subject, ownerId: userId })
          : undefined;
      if (!file) throw failure("not_found");
      const open = async () => {
        const content = await storage.read(file.key);
        if (!content) throw failure("not_found");
        return content;
      };
      void reply.header("content-security-policy", "sandbox");
      const { files: slots } = app.downloads;
      return sendFile({ ...file, open }, { slots }, request, reply);
    },
  });
}
