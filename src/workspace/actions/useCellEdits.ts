import { useEvent } from "ra-core";
import { useEffect, useRef } from "react";
import type { Action } from "../../../domain/resource";
import { isOnline } from "../../providers/connection";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import { useStoreValue } from "../../providers/store";
import { useListActions, type CellEdit } from "../listing/listActions";
import type { ActionBodies } from "./knownActions";
import type { ActionFlow } from "./useActionFlow";

type Delayed = { edit: CellEdit; timer: ReturnType<typeof setTimeout> };

/**
 * Writes the values that people set in cells, each as its action and with the version
 * of the row that they saw. A later value of the same cell replaces a pending value. A
 * pending value is written at once when the list or the page is left. A refusal that
 * the cell does not show becomes a message; for want of a connection the value is kept.
 */
export function useCellEdits({
  bodies,
  flow,
  shownById,
}: {
  bodies: ActionBodies;
  flow: Pick<ActionFlow, "submit" | "fail" | "keep">;
  shownById: ReadonlyMap<string, RowRecord>;
}): void {
  const { edits } = useListActions();
  const edited = useStoreValue(edits);
  const delayed = useRef(new Map<string, Delayed>());

  const refuse = useEvent(
    ({ record, actionId, onRefused }: CellEdit, error: unknown, sent?: Row) => {
      if (onRefused(error)) return;
      const isOffline = error instanceof CallError && error.code === "offline";
      if (isOffline && sent)
        flow.keep({ actionId, records: [record], values: sent });
      else flow.fail(record, error);
    },
  );

  const write = useEvent((edit: CellEdit) => {
    const { actionId, record, value } = edit;
    const found = bodies.known.find(({ action }) => action.id === actionId);
    // A newly published body has to load first.
    if (!found) {
      edits.set([...edits.get(), { ...edit, delay: undefined }]);
      return;
    }
    const [[property] = []] = found.asked;
    if (property === undefined) return;
    const shown = shownById.get(record.id) ?? record;
    const isSame = Object.entries(found.action.patch ?? {}).some(
      ([name, other]) =>
        other === property && (shown.row[name] ?? null) === value,
    );
    if (isSame) return;
    const sent = { [property]: value };
    flow
      .submit(found, [record], sent, { mayWait: true })
      .catch((error: unknown) => {
        refuse(edit, error, sent);
      });
  });

  const { known, failed, error } = bodies;
  useEffect(() => {
    if (edited.length === 0) return;
    const isOf = (actions: readonly Action[], edit: CellEdit) =>
      actions.some(({ id }) => id === edit.actionId);
    const loaded = known.map(({ action }) => action);
    const ready = edited.filter((edit) => isOf(loaded, edit));
    const lost = edited.filter((edit) => isOf(failed, edit));
    // Until the body of its action has arrived, an edit waits in the store.
    if (ready.length + lost.length === 0) return;
    const taken = new Set([...ready, ...lost]);
    edits.set(edits.get().filter((edit) => !taken.has(edit)));
    for (const edit of lost) refuse(edit, error);
    for (const edit of ready) {
      const key = `${edit.actionId} ${edit.record.id}`;
      clearTimeout(delayed.current.get(key)?.timer);
      delayed.current.delete(key);
      if (edit.delay === undefined || !isOnline()) {
        write(edit);
        continue;
      }
      const timer = setTimeout(() => {
        delayed.current.delete(key);
        write(edit);
      }, edit.delay);
      delayed.current.set(key, { edit, timer });
    }
  }, [edited, edits, known, failed, error, refuse, write]);

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
