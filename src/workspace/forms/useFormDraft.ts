import { useEffect, useRef, useState } from "react";
import { dropDraft, findDraft, keepDraft } from "../../providers/formDrafts";
import { reloading } from "../../providers/reloadPage";
import { sessionStore, useSignedIn } from "../../providers/session";
import type { Values } from "./formValues";

/**
 * Returns what the same person had typed into the form when the session ended or the
 * page reloaded itself, and a function that notes the changes to keep if that happens
 * now.
 */
export function useFormDraft(form: string): {
  restored: Values | undefined;
  note: (changed: Values | null) => void;
} {
  const { userId } = useSignedIn().viewer;
  const [restored] = useState(() => findDraft({ userId, form }));
  const latest = useRef<Values | null>(null);
  useEffect(
    () =>
      reloading.subscribe(() => {
        const { current: changed } = latest;
        if (changed) keepDraft({ userId, form, changed, survivesReload: true });
      }),
    [userId, form],
  );
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
