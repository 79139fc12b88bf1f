import { useEvent } from "ra-core";
import { useEffect, useSyncExternalStore } from "react";
import { useListActions, type CellDraft } from "../listing/listActions";

/** Returns a draft, or null for none, from the present draft. */
type Change = (present: CellDraft | null) => CellDraft | null;

/**
 * Returns the value that is typed in a cell, and a function that changes it. The list
 * keeps it while another page, tab, order or view hides the cell. An open cell without a
 * typed value closes with its row.
 */
export function useCellDraft(
  { rowId, field }: Pick<CellDraft, "rowId" | "field">,
  isChanged: (draft: CellDraft) => boolean,
): [draft: CellDraft | null, change: (change: Change) => void] {
  const { drafts } = useListActions();
  const isOwn = (draft: CellDraft) =>
    draft.rowId === rowId && draft.field === field;
  const find = () => drafts.get().find(isOwn) ?? null;
  const draft = useSyncExternalStore(drafts.subscribe, find);
  const change = useEvent((of: Change) => {
    const present = find();
    const next = of(present);
    if (next === present) return;
    const others = drafts.get().filter((other) => !isOwn(other));
    drafts.set(next ? [...others, next] : others);
  });
  const show = useEvent((isShown: boolean) => {
    change((present) => {
      if (!present || (!isShown && !isChanged(present))) return null;
      if (present.isHidden !== isShown) return present;
      // A cell that comes back leaves the focus to the person.
      return { ...present, isHidden: !isShown, takesFocus: false };
    });
  });
  useEffect(() => {
    show(true);
    return () => {
      show(false);
    };
  }, [show]);
  return [draft, change];
}
