import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { existsSync } from "node:fs";
import path from "node:path";
import { isDemoAllowed } from "../platform/config";
import type { Context } from "../workspace/context";

/**
 * Returns the file of a demo photo by its address, null for other addresses. The
 * name has no separators, so it stays in the folder.
 */
export function demoPhotoFile(root: string, address: string): string | null {
  const [, name] = /^\/api\/photos\/([\w-]+\.svg)$/.exec(address) ?? [];
  return name === undefined ? null : path.join(root, "dist", "photos", name);
}

const outsideViews = ["front", "rear", "side", "left", "wheel", "lamp"];
const outside = new RegExp(
  `^/api/photos/(?!bike-)(.+)-(?:${outsideViews.join("|")})\\.svg$`,
);

/** Returns body and colour in the first outside photo of a demo car, such as `suv-red`. */
export const paintedBody = (images: readonly string[]): string | undefined =>
  images.map((image) => outside.exec(image)?.[1]).find(Boolean);

/** Returns the outside views that a demo lot does not show yet; empty for other lots. */
export function demoExtraPhotos(images: readonly string[]): string[] {
  const car = paintedBody(images);
  return car
    ? outsideViews
        .map((view) => `/api/photos/${car}-${view}.svg`)
        .filter((address) => !images.includes(address))
    : [];
}

/**
 * Serves the demo's photos under `/photos/`, public as all pictures of lots
 * are. `npm run build` draws them into `dist/photos`. Without demo data the
 * addresses do not exist.
 */
export async function registerPhotos(
  app: FastifyInstance,
  { config, root }: Pick<Context, "config" | "root">,
): Promise<void> {
  const folder = path.join(root, "dist", "photos");
  if (!isDemoAllowed(config) || !existsSync(folder)) return;
  await app.register(staticFiles, {
    root: folder,
    prefix: "/photos/",
    decorateReply: false,
    index: false,
    dotfiles: "ignore",
    maxAge: "1d",
  });
}
