import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import {
  fileAddress,
  fileLimits,
  isPhoto,
  type FileEntry,
} from "../../../domain/fileField";
import type { Field } from "../../../domain/resource";
import type {
  RecordFileParams,
  RecordFileQuery,
} from "../../../generated/schemas";
import { failure, type ErrorCode } from "../../platform/errors";
import { sessionOf } from "../../platform/http/request";
import { queryCall, route } from "../../platform/http/route";
import type { Storage } from "../../platform/storage";
import type { Context } from "../../workspace/context";
import { sendFile } from "../../workspace/export/sendExport";
import {
  beginRecordFile,
  finishRecordFile,
  forgetRecordFile,
} from "../../workspace/records";
import {
  isStream,
  storeUpload,
  tooLarge,
  type Received,
  type UploadLimits,
} from "../receiveUpload";
import { readableFile, uploadTarget } from "./readableFile";
import { thumbnailOf } from "./thumbnail";

type FileContext = Pick<
  Context,
  "database" | "clock" | "schemas" | "workspace" | "recordKinds"
> & { storage: Storage };

/** Registers the upload to a field of a record; `app` takes bodies of bytes. */
export function registerRecordUploads(
  app: FastifyInstance,
  context: FileContext,
): void {
  route(app, {
    method: "POST",
    url: "/record-files",
    access: "signedIn",
    ...queryCall("upload-record-file"),
    summary: "Upload a file for a field of a record, which then names its id",
    isUpload: true,
    isLong: true,
    handler: async (request) => {
      const body: unknown = request.body;
      if (!isStream(body)) throw failure("invalid_request");
      const { viewer } = sessionOf(request);
      const { name, ...place } = request.query;
      const { row, field } = uploadTarget(context, viewer, place);
      const limits = limitsOf(field);
      if (Number(request.headers["content-length"] ?? 0) > limits.mostBytes)
        throw tooLarge(limits);
      request.work?.release();
      const { database, clock, storage } = context;
      const key = randomUUID();
      const uploaderId = viewer.userId;
      const now = clock.now();
      const id = await beginRecordFile(database, {
        ...{ row, field: place.field, uploaderId, key, name, now },
      });
      let received: Received;
      try {
        received = await storeUpload(storage, { key, name, body, limits });
        await finishRecordFile(database, {
          ...{ id, ...received, now: clock.now() },
        });
      } catch (error) {
        await storage.remove(key);
        await forgetRecordFile(database, key);
        throw error;
      }
      const address = fileAddress(id);
      const file: FileEntry = { id, name, ...received, address };
      return { success: true, file };
    },
  });
}

/** Returns the limits of a field, with the error that names its types. */
function limitsOf(field: Field): UploadLimits {
  const { types, mostBytes } = fileLimits(field);
  const words = field["x-file"]?.types ?? [];
  const [only] = words;
  const ofOne: Record<"image" | "pdf", ErrorCode> = {
    image: "image_type",
    pdf: "pdf_type",
  };
  return words.length === 1 && only !== undefined
    ? { types, mostBytes, typeError: ofOne[only] }
    : { types, mostBytes };
}

/** Registers the call that sends a file of a record, or the small picture of a photo. */
export function registerRecordFiles(
  app: FastifyInstance,
  context: FileContext,
): void {
  route<{ Params: RecordFileParams; Query: RecordFileQuery; Reply: object }>(
    app,
    {
      method: "GET",
      url: "/record-files/:id",
      access: "signedIn",
      params: "record-file#/definitions/params",
      query: "record-file#/definitions/query",
      reply: () => ({ type: "string", description: "The file" }),
      replyTypes: ["application/octet-stream"],
      summary: "A file of a record, for those who may read the record",
      isLong: true,
      handler: async (request, reply) => {
        const { viewer } = sessionOf(request);
        const file = await readableFile(context, viewer, request.params.id);
        if (request.query.size === "small") {
          if (!isPhoto(file)) throw failure("not_found");
          const tag = `"${file.key}"`;
          // Every request checks whether the viewer may still read the file.
          void reply.header("cache-control", "private, no-cache");
          void reply.header("etag", tag);
          if (request.headers["if-none-match"] === tag)
            return reply.code(304).send();
          request.work?.release();
          const picture = await thumbnailOf(context.storage, file.key);
          return reply.type("image/webp").send(picture);
        }
        const open = async () => {
          const content = await context.storage.read(file.key);
          if (!content) throw failure("not_found");
          return content;
        };
        void reply.header("content-security-policy", "sandbox");
        const { files: slots } = app.downloads;
        const { type, size } = file;
        const name = isPhoto(file) ? null : file.name;
        const sent = { name, type, size, open };
        return sendFile(sent, { slots }, request, reply);
      },
    },
  );
}
