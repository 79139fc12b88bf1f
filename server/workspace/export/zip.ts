import { Zip, type ZipInputFile } from "fflate";
import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

export type ZipPart = {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
};

/** The method number of deflate in a zip file. */
const deflateMethod = 8;

/**
 * The bytes of a zip file of these parts, each compressed as it comes and no
 * faster than the bytes are taken. Compressing runs beside the program's own
 * thread. Throws what a part throws; a part is given up when nobody takes on.
 */
export async function* zip(
  parts: Iterable<ZipPart>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for (const { name, content } of parts) {
    const file: ZipInputFile = {
      filename: name,
      crc: 0,
      size: 0,
      compression: deflateMethod,
    };
    archive.add(file);
    const deflate = createDeflateRaw({ level: 4 });
    // A fault of either end comes out of the loop below.
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

/** The part as bytes, counted and summed up for the end of its entry. */
async function* measured(
  content: ZipPart["content"],
  file: ZipInputFile,
): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    file.size += bytes.length;
    file.crc = crc32(bytes, file.crc);
    yield bytes;
  }
}
