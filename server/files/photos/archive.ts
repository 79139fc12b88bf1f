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
  options: PhotoPorts & FetchOptions & { name: string },
): AsyncGenerator<Uint8Array> => zip(photoParts(addresses, options));

async function* photoParts(
  addresses: readonly string[],
  {
    name,
    photoFileOf,
    signal,
    fetchPhoto,
  }: PhotoPorts & FetchOptions & { name: string },
): AsyncGenerator<ZipPart> {
  const missing: string[] = [];
  const silentHosts = new Set<string>();
  for (const [index, address] of addresses.entries()) {
    const place = String(index + 1).padStart(2, "0");
    const photo = await openPhoto(address, {
      ...{ photoFileOf, signal, silentHosts, fetchPhoto },
    });
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
/** An archive must begin before `sendFile` takes its connection for idle. */
const firstByteMs = 5_000;
/** The longest wait for a host between two chunks. The time of the reader does not count. */
const silenceMs = 20_000;

export type PhotoPorts = {
  /** Returns the file of a photo that the program has drawn; null for other photos. */
  photoFileOf: (address: string) => string | null;
};

type FetchOptions = {
  signal: AbortSignal;
  fetchPhoto?: typeof fetchPublic;
};

type Opened = { bytes: AsyncIterable<Uint8Array>; ending: string };

/**
 * Returns the bytes of a photo of a lot, or null if it cannot be opened. Photos are
 * drawn by the program or have public https addresses. Waits for the first byte, so that
 * a photo that is gone does not break an archive. A host that sends none in time is added
 * to `silentHosts`, whose photos are not asked for.
 */
export async function openPhoto(
  address: string,
  {
    photoFileOf,
    signal,
    silentHosts = new Set(),
    fetchPhoto = fetchPublic,
  }: PhotoPorts & FetchOptions & { silentHosts?: Set<string> },
): Promise<Opened | null> {
  const file = photoFileOf(address);
  try {
    if (file !== null) {
      const found = await lstat(file);
      return found.isFile()
        ? { bytes: createReadStream(file), ending: endingOf(file) }
        : null;
    }
    const { host, pathname } = new URL(address);
    if (silentHosts.has(host)) return null;
    const silence = new AbortController();
    const chunks = fetchPhoto(address, {
      type: "image/",
      mostBytes,
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const next = nextWithin(chunks, () => {
      silentHosts.add(host);
      silence.abort();
    });
    const first = await next(firstByteMs);
    if (first.done === true) return null;
    return {
      bytes: following(first.value, { chunks, next }),
      ending: endingOf(pathname),
    };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Returns the function that takes the next chunk, and calls `giveUp` after its time. */
const nextWithin =
  (chunks: AsyncGenerator<Uint8Array>, giveUp: () => void) =>
  async (milliseconds: number) => {
    const timer = setTimeout(giveUp, milliseconds);
    try {
      return await chunks.next();
    } finally {
      clearTimeout(timer);
    }
  };

async function* following(
  first: Uint8Array,
  {
    chunks,
    next,
  }: {
    chunks: AsyncGenerator<Uint8Array>;
    next: ReturnType<typeof nextWithin>;
  },
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (;;) {
      const chunk = await next(silenceMs);
      if (chunk.done === true) return;
      yield chunk.value;
    }
  } finally {
    await chunks.return(undefined);
  }
}

/** Returns the ending of a file name if it is a usual one of pictures. */
const endingOf = (name: string): string =>
  /\.(jpe?g|png|webp|gif|svg)$/i.exec(name)?.[1]?.toLowerCase() ?? "jpg";
