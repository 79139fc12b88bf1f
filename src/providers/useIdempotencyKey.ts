import { useRef } from "react";
import { randomId } from "./randomId";

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
