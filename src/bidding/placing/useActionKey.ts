import { useRef } from "react";
import type { PlaceBidBody } from "../../../generated/schemas";

/**
 * The key of one action of the user: the same as long as the same bid is tried
 * again, a new one for another bid and after success.
 */
export function useActionKey() {
  const action = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor: (body: PlaceBidBody): string => {
      const written = JSON.stringify(body);
      if (action.current?.body !== written)
        action.current = { body: written, key: crypto.randomUUID() };
      return action.current.key;
    },
    forget: () => {
      action.current = null;
    },
  };
}
