import { useEffect, useMemo, useState } from "react";
import { checkDraft } from "../calls";
import { documentOf, type Snapshot } from "./draft";
import type { Check } from "./types";

/** After so many milliseconds without another edit the draft is checked. */
const rest = 500;

export type Checked = {
  /** Of the draft as it was when it was last checked. */
  check: Check | null;
  /** The draft has changed since, or is being checked. */
  isChecking: boolean;
  error: unknown;
  retry: () => void;
};

type Answer = { snapshot: Snapshot; check: Check | null; error?: unknown };

/**
 * What the server says of a draft, asked for when the draft stands still; the
 * answer to an older state is dropped. A broken text is not asked about.
 */
export function useCheck(options: {
  resource: string;
  snapshot: Snapshot;
  /** Of what is published: a draft means something else over another. */
  version: string;
}): Checked {
  const { resource, snapshot, version } = options;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const document = useMemo(() => documentOf(snapshot), [snapshot]);

  useEffect(() => {
    if (!document) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = setTimeout(() => {
      checkDraft(resource, { document, signal }).then(
        (check) => {
          if (!signal.aborted) setAnswer({ snapshot, check });
        },
        (error: unknown) => {
          if (!signal.aborted) setAnswer({ snapshot, check: null, error });
        },
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [resource, snapshot, document, version, attempt]);

  return {
    check: answer?.check ?? null,
    isChecking: document !== null && answer?.snapshot !== snapshot,
    error: answer?.snapshot === snapshot ? answer.error : undefined,
    retry: () => {
      setAnswer(null);
      setAttempt(attempt + 1);
    },
  };
}
