import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { formatNumber } from "../../../domain/money";
import { noteShareImage, type SharedLot } from "../../catalog";
import { createQueues } from "../../platform/queues";
import type { Storage } from "../../platform/storage";
import type { Context } from "../../workspace/context";
import { openPhoto, type PhotoPorts } from "../photos/archive";
import { drawPreview, type Preview } from "./drawPreview";

/** A new number draws all previews again. */
const version = 1;
/** 12 MB; larger photos are left out. */
const mostPhotoBytes = 12_000_000;
const longestMs = 3_000;

const oneAtATime = createQueues();

export type PreviewContext = Pick<Context, "database" | "log"> & {
  storage: Storage;
  ports: PhotoPorts;
};

/**
 * Returns the preview image of a shared lot. It is drawn once for each state of the
 * lot, one image after the other, and stored; a newer image replaces the stored one.
 */
export async function previewImage(
  { database, storage, log, ports }: PreviewContext,
  { id, lot }: { id: string; lot: SharedLot },
): Promise<Uint8Array> {
  const preview: Preview = { title: lot.title, facts: factsOf(lot) };
  const photo = photoOf(lot);
  const hash = createHash("sha256")
    .update(JSON.stringify([version, preview, photo]))
    .digest("base64url");
  const key = `preview-${id}-${hash.slice(0, 12)}`;
  const stored = await storage.read(key);
  if (stored) return buffer(stored);
  return oneAtATime("preview", async () => {
    const drawnMeanwhile = await storage.read(key);
    if (drawnMeanwhile) return buffer(drawnMeanwhile);
    const image = await drawPreview(
      preview,
      photo === null ? null : await readPhoto(photo, ports),
    );
    try {
      // The row names the file before it is written, so that no file is left behind.
      if (await replaceKey(database, storage, { id, key }))
        await storage.write(key, chunk(image));
    } catch (error) {
      // The reader gets the image all the same.
      log.warn({ err: error }, "a preview image was not stored");
    }
    return image;
  });
}

async function* chunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Removes the image of an earlier state and notes the key of the next one. Returns false
 * if the link has ended or another server has noted a key first.
 */
async function replaceKey(
  database: PreviewContext["database"],
  storage: Storage,
  { id, key }: { id: string; key: string },
): Promise<boolean> {
  const before = await database.kysely
    .selectFrom("lot_shares")
    .select("image_key")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!before) return false;
  const { image_key: former } = before;
  // The key is the same if the file was missing.
  if (former === key) return true;
  if (former !== null) await storage.remove(former);
  return noteShareImage(database, { id, former, key });
}

/** Returns the facts that need no translation: grade, mileage and engine. */
function factsOf({ row, fields }: SharedLot): string {
  const withUnit = (name: string) => {
    const value = row[name];
    const unit = fields.properties[name]?.["x-unit"] ?? "";
    return typeof value === "number" ? `${formatNumber(value)} ${unit}` : "";
  };
  const condition = typeof row.condition === "string" ? row.condition : "";
  return [condition, withUnit("mileage"), withUnit("engine")]
    .filter(Boolean)
    .join("  ·  ");
}

function photoOf({ row, fields }: SharedLot): string | null {
  const name = Object.entries(fields.properties).find(
    ([, field]) => field["x-shown"] === "photos",
  )?.[0];
  const photos = name === undefined ? undefined : row[name];
  const [first] = Array.isArray(photos) ? (photos as unknown[]) : [];
  return typeof first === "string" && first !== "" ? first : null;
}

async function readPhoto(
  address: string,
  { photoFileOf }: PhotoPorts,
): Promise<{ bytes: Uint8Array; isOwn: boolean } | null> {
  try {
    const signal = AbortSignal.timeout(longestMs);
    const opened = await openPhoto(address, { photoFileOf, signal });
    if (!opened) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const part of opened.bytes) {
      size += part.length;
      if (size > mostPhotoBytes) return null;
      chunks.push(part);
    }
    return { bytes: Buffer.concat(chunks), isOwn: address.startsWith("/") };
  } catch {
    return null;
  }
}
