import type { Language } from "../../../domain/limits";
import { pictureType } from "../uploadFile";

/** 20 MB. */
const mostBytes = 20_000_000;
/** A translator that needs longer does not answer any more. */
export const longestMs = 45_000;

export type Translator = { translatorUrl: string; translatorKey: string };

/**
 * Sends a picture to the translator of the settings and returns the translated picture,
 * a JPEG, PNG or WebP of at most 20 MB. Only the host of the settings is called, so
 * redirects are refused. Throws for every other answer, after 45 seconds, and when
 * `signal` aborts.
 */
export async function askTranslator(
  { translatorUrl, translatorKey }: Translator,
  {
    picture,
    language,
    signal,
  }: { picture: Uint8Array; language: Language; signal: AbortSignal },
): Promise<{ bytes: Uint8Array; type: string }> {
  const url = new URL(translatorUrl);
  url.searchParams.set("language", language);
  const type = await pictureType(picture);
  const { status, body } = await fetch(url, {
    method: "POST",
    redirect: "error",
    headers: {
      accept: "image/jpeg, image/png, image/webp",
      "content-type": type ?? "application/octet-stream",
      ...(translatorKey !== "" && { authorization: `Bearer ${translatorKey}` }),
    },
    body: picture,
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  });
  if (status !== 200 || !body) {
    await body?.cancel();
    throw new Error(`The translator answered ${status}`);
  }
  const bytes = await readAtMost(body, mostBytes);
  const translated = await pictureType(bytes);
  if (translated === null)
    throw new Error("The answer of the translator is not a picture");
  return { bytes, type: translated };
}

/** Returns all bytes of a stream. Throws, and ends the stream, beyond `most` bytes. */
export async function readAtMost(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw new Error("The picture is too large");
    read.push(chunk);
  }
  return Buffer.concat(read);
}
