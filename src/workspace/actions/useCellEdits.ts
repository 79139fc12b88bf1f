import { useEvent } from "ra-core";
import { useEffect, useRef } from "react";
import type { Action, Field } from "../../../domain/resource";
import { isOnline } from "../../providers/connection";
import type { RowRecord } from "../../providers/dataProvider";
import { useStoreValue } from "../../providers/store";
import { useListActions, type CellEdit } from "../listing/ListingContext";
import type { ActionBodies } from "./useActionBodies";
import type { ActionFlow } from "./useActionFlow";

type Delayed = { edit: CellEdit; timer: ReturnType<typeof setTimeout> };

/**
 * Writes the values that people set in cells, each as its action and with the version
 * of the row that they saw. A later value of the same cell replaces a pending value. A
 * pending value is written at once when the list or the page is left. A refusal that
 * the cell does not show becomes a message.
 */
export function useCellEdits({
  bodies,
  flow,
  shownById,
}: {
  bodies: ActionBodies;
  flow: Pick<ActionFlow, "submit" | "fail">;
  shownById: ReadonlyMap<string, RowRecord>;
}): void {
  const { edits } = useListActions();
  const edited = useStoreValue(edits);
  const delayed = useRef(new Map<string, Delayed>());

  const refuse = useEvent(({ record, onRefused }: CellEdit, error: unknown) => {
    if (!onRefused(error)) flow.fail(record, error);
  });

  const write = useEvent((edit: CellEdit) => {
    const { actionId, record, value } = edit;
    const found = bodies.known.find(({ action }) => action.id === actionId);
    const [[property, field] = []] = found?.asked ?? [];
    if (!found || property === undefined || !field) return;
    const shown = shownById.get(record.id) ?? record;
    const isSame = Object.entries(found.action.patch ?? {}).some(
      ([name, other]) =>
        other === property && (shown.row[name] ?? null) === value,
    );
    if (isSame) return;
    flow
      .submit(
        found,
        [record],
        { [property]: value },
        { waits: canWait(found.action, field) },
      )
      .catch((error: unknown) => {
        refuse(edit, error);
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

/**
 * Returns whether a value may be sent later than the person decided: a field of a
 * record, but no amount of money.
 */
const canWait = ({ edits }: Action, field: Field): boolean =>
  edits !== undefined && field["x-unit"] !== "yen";
