import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { fetchPublic } from "../../platform/outbound";
import { zip, type ZipPart } from "../../workspace/export/zip";

/**
 * Yields a zip file with photos, one photo after the other and no faster than it is read.
 * The names are made of the name of the archive and the place of the photo, so that no
 * name comes from a feed. The last entry lists the photos that could not be loaded, if
 * there are any.
 */
export const photoArchive = (
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
