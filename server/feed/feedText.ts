import { TextDecoder } from "node:util";
import { FeedError } from "./feedError";

/** The bytes of a feed, as they come. */
export type FeedInput = AsyncIterable<Uint8Array>;

/** What the provider and the mapping say of the encoding, by weight. */
export type Encodings = {
  /** The mapping's or the operator's; they know better than the provider. */
  set?: string;
  /** Of the Content-Type. */
  told?: string;
};

const marks: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
const xmlDeclaration = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
const longestDeclaration = 1024;

/**
 * The text of a feed, piece by piece. A byte order mark decides the encoding,
 * else the mapping, the Content-Type, the XML declaration, or UTF-8. Throws
 * FeedError when there is no such encoding.
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

/** Whether the encoding can be told from the first bytes. */
function isEnough(start: Buffer): boolean {
  if (start.length < 5) return false;
  if (start.length >= longestDeclaration) return true;
  return !start.toString("latin1").startsWith("<?xml") || start.includes(">");
}

function decoderOf(start: Buffer, { set, told }: Encodings): TextDecoder {
  const declared = xmlDeclaration.exec(
    start.toString("latin1", 0, longestDeclaration),
  )?.[1];
  return createDecoder(markOf(start) ?? set ?? told ?? declared ?? "utf-8");
}

const markOf = (start: Buffer): string | undefined =>
  marks.find(([, mark]) => mark.every((byte, at) => start[at] === byte))?.[0];

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new FeedError(`There is no encoding "${encoding}"`);
  }
}

/** Whether text can be read in an encoding of this name. */
export function isEncoding(name: string): boolean {
  try {
    return createDecoder(name) instanceof TextDecoder;
  } catch {
    return false;
  }
}
