import { useEffect, useRef, useState } from "react";
import { dropDraft, findDraft, keepDraft } from "../../providers/formDrafts";
import { sessionStore, useSignedIn } from "../../providers/session";
import type { Values } from "./formValues";

/**
 * Returns what the same person had typed into the form when the session ended,
 * and a function that notes the changes to keep if it ends now.
 */
export function useFormDraft(form: string): {
  restored: Values | undefined;
  note: (changed: Values | null) => void;
} {
  const { userId } = useSignedIn().viewer;
  const [restored] = useState(() => findDraft({ userId, form }));
  const latest = useRef<Values | null>(null);
  useEffect(
    () => () => {
      const { status } = sessionStore.get();
      const { current: changed } = latest;
      if (status !== "authenticated" && changed)
        keepDraft({ userId, form, changed });
      else dropDraft({ userId, form });
    },
    [userId, form],
  );
  return {
    restored,
    note: (changed) => {
      latest.current = changed;
    },
  };
}
