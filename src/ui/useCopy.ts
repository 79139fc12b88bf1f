import { useEffect, useState } from "react";

/** The confirmation is shown for this long. */
const confirmationMs = 3_000;

type Outcome = { isCopied: boolean; at: number };

/** Returns a function that copies a text, and its outcome for three seconds. */
export function useCopy(): {
  isCopied: boolean;
  hasFailed: boolean;
  copy: (text: string) => Promise<void>;
} {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => {
      setOutcome(null);
    }, confirmationMs);
    return () => {
      clearTimeout(timer);
    };
  }, [outcome]);
  return {
    isCopied: outcome?.isCopied === true,
    hasFailed: outcome?.isCopied === false,
    copy: async (text) => {
      const isCopied = await writeClipboard(text);
      setOutcome({ isCopied, at: performance.now() });
    },
  };
}

/** Browsers offer the clipboard on https and on this machine only. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
