import { useState } from "react";
import { CallError } from "../../providers/CallError";
import { useSendWrite, type WriteCall } from "../../providers/write";

/**
 * Returns a function that sends a call once at a time, the error of the last call, and its
 * texts by field.
 */
export function useSend() {
  const sendWrite = useSendWrite();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  return {
    error,
    isPending,
    errors: fieldTexts(error),
    send: async <Reply>(call: WriteCall): Promise<Reply | undefined> => {
      if (isPending) return undefined;
      setPending(true);
      setError(undefined);
      try {
        return await sendWrite<Reply>(call);
      } catch (reason) {
        setError(reason);
        return undefined;
      } finally {
        setPending(false);
      }
    },
  };
}

const fieldTexts = (error: unknown): Record<string, string | undefined> =>
  error instanceof CallError
    ? Object.fromEntries(
        Object.entries(error.errors).map(([name, texts]) => [name, texts[0]]),
      )
    : {};
