import { useEffect, useState } from "react";
import { request } from "../../providers/http";
import type { Check, Document } from "./types";

/** The draft is checked after this time without another edit. */
const delayMs = 500;

export type Checked = {
  /** The result for the draft as it was last checked. */
  check: Check | null;
  /** The draft has changed since the last check. */
  isChecking: boolean;
  error: unknown;
  retry: () => void;
};

type Result = { document: Document; check: Check | null; error?: unknown };

/**
 * Checks a document on the server whenever it or the published version changes.
 * Results for older documents are ignored. A null document is not checked.
 */
export function useCheck(
  resource: string,
  document: Document | null,
  version: string,
): Checked {
  const [result, setResult] = useState<Result | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!document) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      request<Check>("/workspace/check", {
        method: "POST",
        body: { resource, document },
        signal,
      }).then(
        (check) => {
          if (!signal.aborted) setResult({ document, check });
        },
        (error: unknown) => {
          if (!signal.aborted) setResult({ document, check: null, error });
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [resource, document, version, attempt]);

  return {
    check: result?.check ?? null,
    isChecking: document !== null && result?.document !== document,
    error: result?.document === document ? result.error : undefined,
    retry: () => {
      setResult(null);
      setAttempt(attempt + 1);
    },
  };
}
