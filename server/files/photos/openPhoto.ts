import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { fetchPublic } from "../../platform/outbound";

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
