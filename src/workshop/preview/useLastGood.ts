import { useMemo, useState } from "react";
import { documentOf } from "../document/draft";
import type { Document } from "../document/types";
import type { Checked } from "../document/useCheck";
import type { Editing } from "../document/useDraft";

/**
 * The draft as it last was without mistakes, at first what it began from, and
 * whether it has any now. While it is being checked both stay as they were.
 */
export function useLastGood({
  editing,
  checked,
}: {
  editing: Pick<Editing, "draft" | "isChanged">;
  checked: Pick<Checked, "check" | "isChecking">;
}): {
  document: Document;
  isStale: boolean;
} {
  const { draft, isChanged } = editing;
  const { check, isChecking } = checked;
  const present = useMemo(() => documentOf(draft.present), [draft.present]);
  const [good, setGood] = useState(draft.base.document);
  const mistakes = check?.problems.length;
  const isGood = !isChanged || (!isChecking && mistakes === 0);
  if (present && isGood && present !== good) setGood(present);
  return {
    document: good,
    isStale: isChanged && (!present || (mistakes ?? 0) > 0),
  };
}
