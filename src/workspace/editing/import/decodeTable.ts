/**
 * Returns the text of a file in UTF-8 or UTF-16, as spreadsheets save it; null for any
 * other encoding.
 */
export function decodeTable(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const encoding =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
