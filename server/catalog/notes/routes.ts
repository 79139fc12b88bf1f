import type { FastifyInstance } from "fastify";
import type {
  SaveCommentBody,
  SaveCommentReply,
} from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Catalog } from "../catalog";
import { lotRows } from "../lotSource";
import { lotReaders } from "../visibleLot";
import { saveNote } from "./lotNotes";

/** Registers the call by which managers write notes about lots. */
export function registerNotes(app: FastifyInstance, catalog: Catalog): void {
  route<{ Body: SaveCommentBody; Reply: SaveCommentReply }>(app, {
    method: "POST",
    url: "/car-auction/save-comment",
    access: [lotReaders(catalog.context, lotRows), { userTypes: ["manager"] }],
    body: "save-comment#/definitions/body",
    reply: "save-comment#/definitions/reply",
    summary: "Save the note about a lot, or delete it by an empty text",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const { carId: lotId, comment: text, before } = request.body;
      const note = { viewer, lotId, text, before };
      const comment = await saveNote(catalog, note);
      return { success: true, comment };
    },
  });
}
