import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { failure } from "../../platform/errors";
import { createQueues } from "../../platform/queues";
import type { Storage } from "../../platform/storage";

/** Pixels; a photo keeps its proportions. */
const size = { width: 320, height: 240 };
/** Pictures above 50 megapixels are refused before they are decoded. */
const limits = { limitInputPixels: 50_000_000, failOn: "error" } as const;

const oneAtATime = createQueues();

/** 16 MB, about a thousand small pictures. */
const drawn = new LRUCache<string, Buffer>({
  maxSize: 16_000_000,
  sizeCalculation: ({ length }) => length,
});

/**
 * Returns the small picture of a stored photo as WebP. Photos are drawn one after the other
 * and kept in memory. Throws not_found for a file that is missing or no picture.
 */
export async function thumbnailOf(
  storage: Storage,
  key: string,
): Promise<Buffer> {
  const known = drawn.get(key);
  if (known) return known;
  return oneAtATime("thumbnail", async () => {
    const meanwhile = drawn.get(key);
    if (meanwhile) return meanwhile;
    const stored = await storage.read(key);
    if (!stored) throw failure("not_found");
    const picture = await draw(await buffer(stored));
    drawn.set(key, picture);
    return picture;
  });
}

async function draw(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  try {
    return await sharp(bytes, limits)
      .rotate()
      .resize({ ...size, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
  } catch {
    throw failure("not_found");
  }
}
