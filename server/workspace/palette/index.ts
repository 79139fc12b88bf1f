import type { FastifyInstance } from "fastify";
import { palettePath } from "../../../domain/palette";
import type { PaletteQuery } from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { queryCall, route } from "../../platform/http/route";
import type { Context } from "../context";
import type { FindLists } from "../lists";
import { searchLists } from "./searchLists";

/** Registers the call that finds rows for the command palette. */
export function registerPalette(
  app: FastifyInstance,
  context: Context,
  findLists: FindLists,
): void {
  route<{ Query: PaletteQuery; Reply: object }>(app, {
    method: "GET",
    url: palettePath,
    access: "signedIn",
    ...queryCall("palette"),
    summary: "Rows of the caller's lists for the command palette",
    handler: (request) =>
      searchLists({ ...context, log: request.log }, findLists, {
        text: request.query.text,
        viewer: sessionOf(request).viewer,
        language: request.language,
      }),
  });
}
