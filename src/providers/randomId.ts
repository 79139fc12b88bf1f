/**
 * Returns a random UUID (version 4). `crypto.randomUUID` exists only on HTTPS
 * and localhost; this works on plain-HTTP hosts too.
 */
export const randomId = (): string =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    // 8 becomes one of 8, 9, a and b, which mark the variant.
    return digit === "8"
      ? ((random & 0x3) | 0x8).toString(16)
      : (random & 0xf).toString(16);
  });
