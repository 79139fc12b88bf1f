import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SharedImageParams } from "../../../generated/schemas";
import { findSharedLot, type ShareContext } from "../../catalog";
import { failure } from "../../platform/errors";
import { escapeHtml } from "../../platform/escapeHtml";
import { route } from "../../platform/http/route";
import type { Messages } from "../../platform/messages";
import { previewImage, type PreviewContext } from "./previewImage";

/** Messaging apps ask again after an hour. */
const cacheSeconds = 3_600;

/** Registers the public call that sends the preview image of a shared lot. */
export function registerPreviews(
  app: FastifyInstance,
  context: PreviewContext & ShareContext,
): void {
  route<{ Params: SharedImageParams; Reply: object }>(app, {
    method: "GET",
    url: "/share/:id/image",
    access: "public",
    params: "shared-image#/definitions/params",
    reply: () => ({ type: "string", description: "The image" }),
    replyTypes: ["image/jpeg"],
    summary: "The preview image of a shared lot",
    handler: async (request, reply) => {
      const { id } = request.params;
      const lot = await findSharedLot(context, id);
      if (!lot) throw failure("not_found");
      const image = await previewImage(context, { id, lot });
      return reply
        .type("image/jpeg")
        .header("cache-control", `public, max-age=${cacheSeconds}`)
        .send(image);
    },
  });
}

const sharedPath = /^\/[\w-]+\/share\/([\w-]{22})\/?(?:\?|$)/;

/**
 * Returns the tags by which messaging apps show a link to a shared lot: its name and
 * preview image. Returns an empty text for all other pages and unknown links.
 */
export async function previewTags(
  context: ShareContext & { messages: Messages },
  request: FastifyRequest,
): Promise<string> {
  const [, id] = sharedPath.exec(request.url) ?? [];
  const lot = id === undefined ? null : await findSharedLot(context, id);
  if (id === undefined || !lot) return "";
  const { publicUrl } = context.config;
  const origin =
    publicUrl === ""
      ? `${request.protocol}://${request.host}`
      : publicUrl.replace(/\/$/, "");
  const tags: [attribute: string, name: string, content: string][] = [
    ["property", "og:type", "website"],
    ["property", "og:site_name", "Seriba"],
    ["property", "og:title", lot.title],
    [
      "property",
      "og:description",
      context.messages.translate(request.language, "share.page.intro"),
    ],
    ["property", "og:image", `${origin}/api/share/${id}/image`],
    ["property", "og:image:type", "image/jpeg"],
    ["property", "og:image:width", "1200"],
    ["property", "og:image:height", "628"],
    ["name", "twitter:card", "summary_large_image"],
    ["name", "robots", "noindex"],
  ];
  return tags
    .map(
      ([attribute, name, content]) =>
        `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`,
    )
    .join("");
}
