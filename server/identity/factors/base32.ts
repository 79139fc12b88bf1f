/** The alphabet of RFC 4648. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns bytes as base32 without padding, as authenticator apps read it. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((value >>> bits) & 31);
    }
  }
  return bits > 0 ? text + alphabet.charAt((value << (5 - bits)) & 31) : text;
}

/** Returns the bytes of a base32 text without padding. Throws a RangeError for other text. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) throw new RangeError("The text is not base32.");
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
    }
  }
  return Buffer.from(bytes);
}
