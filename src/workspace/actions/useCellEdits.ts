import { useEvent, useNotify } from "ra-core";
import { useEffect, useRef } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { useListActions, type CellEdit } from "../listing/ListingContext";
import type { KnownAction } from "./useActionBodies";
import type { ActionFlow } from "./useActionFlow";

type Delayed = { edit: CellEdit; timer: ReturnType<typeof setTimeout> };

/**
 * Writes the values that people set in cells, each as its action. A delayed value
 * gives way to a later one of the same cell, and is written at once when the list
 * or the page is left. A refusal that the cell does not show becomes a message.
 */
export function useCellEdits({
  known,
  flow,
  shownById,
}: {
  known: readonly KnownAction[];
  flow: Pick<ActionFlow, "submit">;
  shownById: ReadonlyMap<string, RowRecord>;
}): void {
  const { edits } = useListActions();
  const edited = useStoreValue(edits);
  const notify = useNotify();
  const t = useT();
  const delayed = useRef(new Map<string, Delayed>());

  const write = useEvent(({ actionId, record, value, onRefused }: CellEdit) => {
    const found = known.find(({ action }) => action.id === actionId);
    const [[property] = []] = found?.asked ?? [];
    if (!found || property === undefined) return;
    const shown = shownById.get(record.id) ?? record;
    const isSame = Object.entries(found.action.patch ?? {}).some(
      ([field, name]) =>
        name === property && (shown.row[field] ?? null) === value,
    );
    if (isSame) return;
    flow
      .submit(found, [shown], { [property]: value })
      .catch((error: unknown) => {
        if (!onRefused(error)) notify(errorText(error, t), { type: "error" });
      });
  });

  useEffect(() => {
    const ids = new Set(known.map(({ action }) => action.id));
    // Until the body of its action has arrived, an edit waits in the store.
    const ready = edited.filter(({ actionId }) => ids.has(actionId));
    if (ready.length === 0) return;
    edits.set(edits.get().filter((edit) => !ready.includes(edit)));
    for (const edit of ready) {
      const key = `${edit.actionId} ${edit.record.id}`;
      clearTimeout(delayed.current.get(key)?.timer);
      delayed.current.delete(key);
      if (edit.delay === undefined) {
        write(edit);
        continue;
      }
      const timer = setTimeout(() => {
        delayed.current.delete(key);
        write(edit);
      }, edit.delay);
      delayed.current.set(key, { edit, timer });
    }
  }, [edited, edits, known, write]);

  useEffect(() => {
    const writeAll = () => {
      for (const { edit, timer } of delayed.current.values()) {
        clearTimeout(timer);
        write(edit);
      }
      delayed.current.clear();
    };
    window.addEventListener("pagehide", writeAll);
    return () => {
      window.removeEventListener("pagehide", writeAll);
      writeAll();
    };
  }, [write]);
}
