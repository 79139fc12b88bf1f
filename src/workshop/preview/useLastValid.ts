import { useMemo, useState } from "react";
import { documentOf } from "../document/draft";
import type { Document } from "../document/types";
import type { Checked } from "../document/useCheck";
import type { Editing } from "../document/useDraft";

/**
 * Returns the last version of the draft without errors, and whether the draft
 * has errors now. At first it is the published version. The result does not
 * change while the draft is being checked.
 */
export function useLastValid({
  editing,
  checked,
}: {
  editing: Pick<Editing, "draft" | "isChanged">;
  checked: Pick<Checked, "check" | "isChecking">;
}): { document: Document; isStale: boolean } {
  const { draft, isChanged } = editing;
  const { check, isChecking } = checked;
  const present = useMemo(() => documentOf(draft.present), [draft.present]);
  const [valid, setValid] = useState(draft.base.document);
  const errors = check?.problems.length;
  const isValid = !isChanged || (!isChecking && errors === 0);
  if (present && isValid && present !== valid) setValid(present);
  return {
    document: valid,
    isStale: isChanged && (!present || (errors ?? 0) > 0),
  };
}
