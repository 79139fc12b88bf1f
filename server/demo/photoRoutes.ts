import type { FastifyInstance } from "fastify";
import { failure } from "../platform/errors";
import { drawPhoto } from "./photos/drawPhoto";
import { parsePhotoName } from "./photos/photoNames";

const aDay = 86_400;

/**
 * The drawn photos of the demo, public as any picture of a lot is. Drawing one
 * takes about a millisecond; browsers keep it for a day.
 */
export function registerPhotos(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>("/photos/:name", (request, reply) => {
    const key = parsePhotoName(request.params.name);
    if (!key) throw failure("not_found");
    return reply
      .type("image/svg+xml; charset=utf-8")
      .header("cache-control", `public, max-age=${String(aDay)}`)
      .send(drawPhoto(key));
  });
}
