import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { demoPhotoFile } from "../../demo";
import { fetchPublic } from "../../platform/outbound";

/** 20 MB. */
const mostBytes = 20_000_000;
const longestMs = 30_000;

type Opened = { bytes: AsyncIterable<Uint8Array>; ending: string };

/**
 * Returns the bytes of a photo of a lot, or null if it cannot be opened. Photos are
 * pictures of the demo or public https addresses. Waits for the first byte, so that
 * a photo that is gone does not break an archive.
 */
export async function openPhoto(
  address: string,
  { root, signal }: { root: string; signal: AbortSignal },
): Promise<Opened | null> {
  const file = demoPhotoFile(root, address);
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
