import { Zip, type ZipInputFile } from "fflate";
import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

export type ZipPart = {
  name: string;
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
};

/** The number of the deflate method in a zip file. */
const deflateMethod = 8;

/**
 * Yields a zip file. Each part is compressed in a worker thread of zlib, no
 * faster than the bytes are read. Throws the error of a part; a part is closed
 * if the reader stops.
 */
export async function* zip(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for await (const { name, content } of parts) {
    const file: ZipInputFile = {
      filename: name,
      crc: 0,
      size: 0,
      compression: deflateMethod,
    };
    archive.add(file);
    const deflate = createDeflateRaw({ level: 4 });
    // The loop below throws errors of both ends.
    pipeline(Readable.from(measured(content, file)), deflate, () => undefined);
    const compressed: AsyncIterable<Uint8Array<ArrayBuffer>> = deflate;
    for await (const bytes of compressed) {
      file.ondata?.(null, bytes, false);
      yield* ready.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* ready.splice(0);
  }
  archive.end();
  yield* ready.splice(0);
}

/** Yields the part as bytes and sums up its size and checksum. */
async function* measured(
  content: ZipPart["content"],
  file: ZipInputFile,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    file.size += bytes.length;
    file.crc = crc32(bytes, file.crc);
    yield bytes;
  }
}
