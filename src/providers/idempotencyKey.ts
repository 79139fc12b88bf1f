import { useRef } from "react";

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

/**
 * Gives each body that is sent its idempotency key. Retries of the same body get
 * the same key; another body, and any body after `forget`, gets a new key.
 */
export function useIdempotencyKey(): {
  keyFor: (body: unknown) => string;
  forget: () => void;
} {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      if (last.current?.body !== text)
        last.current = { body: text, key: randomId() };
      return last.current.key;
    },
    forget: () => {
      last.current = null;
    },
  };
}
