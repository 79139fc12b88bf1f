import { useEffect, useEffectEvent, useRef, useState } from "react";
import { dropDraft, findDraft, keepDraft } from "../../providers/formDrafts";
import { reloading } from "../../providers/reloadPage";
import { sessionStore } from "../../providers/session";
import { useUserId } from "../../providers/viewer";
import type { Values } from "./formValues";

/** The entries of a form, and the values that they replace. */
export type FormDraft = { changed: Values; initial: Values };

/**
 * Returns what the same person had typed into the form when the session ended or the
 * page reloaded itself, and a function that notes the draft to keep if that happens
 * now. A reload drops the secrets, because the tab stores the draft.
 */
export function useFormDraft(
  form: string,
  isSecret: (field: string) => boolean = () => false,
): {
  restored: FormDraft | undefined;
  note: (draft: FormDraft | null) => void;
  /** Keeps the noted draft for the form that replaces this form now. */
  handOver: () => void;
} {
  const userId = useUserId();
  const [restored] = useState(() => draftIn(findDraft({ userId, form })));
  const latest = useRef<FormDraft | null>(null);
  const secret = useEffectEvent(isSecret);
  useEffect(
    () =>
      reloading.subscribe(() => {
        if (!latest.current) return;
        const { changed, initial } = latest.current;
        const kept = Object.entries(changed).filter(([name]) => !secret(name));
        const draft = { changed: Object.fromEntries(kept), initial };
        keepDraft({ userId, form, changed: draft, survivesReload: true });
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
    note: (draft) => {
      latest.current = draft;
    },
    handOver: () => {
      const { current: changed } = latest;
      if (changed) keepDraft({ userId, form, changed });
    },
  };
}

/** Returns the stored draft of a form; an older version of the program stored others. */
function draftIn(stored: Values | undefined): FormDraft | undefined {
  const { changed, initial } = stored ?? {};
  return isValues(changed) && isValues(initial)
    ? { changed, initial }
    : undefined;
}

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null;
