import { TextDecoder } from "node:util";
import { FeedError } from "./feedError";

/** The bytes of a feed as a stream. */
export type FeedInput = AsyncIterable<Uint8Array>;

/** Encodings from different sources; the first that is set wins. */
export type Encodings = {
  /** From the mapping or the operator. */
  set?: string | undefined;
  /** From the Content-Type. */
  contentType?: string | undefined;
};

const marks: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
const xmlDeclaration = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
const longestDeclaration = 1024;

/**
 * Decodes a feed and yields its text in pieces. The encoding comes from the
 * byte order mark, else from the mapping, the Content-Type or the XML
 * declaration; the default is UTF-8. Throws FeedError for an unknown encoding.
 */
export async function* feedText(
  input: FeedInput,
  encodings: Encodings,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let start = Buffer.alloc(0);
  for await (const chunk of input) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (!isEnough(start)) continue;
    decoder = decoderOf(start, encodings);
    yield decoder.decode(start, { stream: true });
  }
  if (decoder) yield decoder.decode();
  else yield decoderOf(start, encodings).decode(start);
}

/** Returns true when the bytes suffice to detect the encoding. */
function isEnough(start: Buffer): boolean {
  if (start.length < 5) return false;
  if (start.length >= longestDeclaration) return true;
  return !start.toString("latin1").startsWith("<?xml") || start.includes(">");
}

function decoderOf(
  start: Buffer,
  { set, contentType }: Encodings,
): TextDecoder {
  const declared = xmlDeclaration.exec(
    start.toString("latin1", 0, longestDeclaration),
  )?.[1];
  return createDecoder(
    markOf(start) ?? set ?? contentType ?? declared ?? "utf-8",
  );
}

const markOf = (start: Buffer): string | undefined =>
  marks.find(([, mark]) => mark.every((byte, at) => start[at] === byte))?.[0];

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new FeedError(`Unknown encoding "${encoding}"`);
  }
}

/** Returns true for a supported encoding. */
export function isEncoding(name: string): boolean {
  try {
    return createDecoder(name) instanceof TextDecoder;
  } catch {
    return false;
  }
}
