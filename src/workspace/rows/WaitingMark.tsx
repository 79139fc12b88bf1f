import { useSyncExternalStore } from "react";
import type { Action, Column } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { useListActions } from "../listing/listActions";

/** Says in a cell that its value waits for the connection or for its action, or is not sent. */
export function WaitingMark({
  column,
  record,
  action,
}: {
  column: Column;
  record: RowRecord;
  action: Action;
}) {
  const t = useT();
  const { edits, unsent } = useListActions();
  // Until the action has loaded, its values wait in the list.
  const isPending = useSyncExternalStore(edits.subscribe, () =>
    edits
      .get()
      .some(
        (edit) => edit.actionId === action.id && edit.record.id === record.id,
      ),
  );
  const isUnsent = useStoreValue(unsent).some(
    ({ actionId, records }) =>
      actionId === action.id && records.some(({ id }) => id === record.id),
  );
  const [name = ""] = column.fields;
  if (!isUnsent && !isPending && !record.delayed?.includes(name)) return null;
  const text = t(
    isUnsent
      ? "actions.unsent.mark"
      : isPending
        ? "actions.cell.pending"
        : "actions.cell.waiting",
  );
  return (
    <span title={text}>
      <Icon name="offline" size={14} />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
