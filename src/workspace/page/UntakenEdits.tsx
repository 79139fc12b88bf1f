import { useEvent, useNotify } from "ra-core";
import { useEffect, useSyncExternalStore } from "react";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { PartFailure, type FailureProps } from "../../ui/PartBoundary";
import { useListActions } from "../listing/listActions";
import { isWaiting } from "../listing/rowChanges";
import { useRowName } from "../listing/rowTitle";

/** Returns a function that gives the values which no action has taken back to their cells. */
function useGiveBack(): (reason: string, error: unknown) => void {
  const { edits } = useListActions();
  const notify = useNotify();
  const t = useT();
  const rowName = useRowName();
  return useEvent((reason: string, error: unknown) => {
    const untaken = edits.get();
    edits.set([]);
    for (const { record, onRefused } of untaken)
      if (!onRefused(error))
        notify(t("actions.failed", { row: rowName(record), reason }), {
          type: "error",
        });
  });
}

/**
 * Asks before the page is closed while a change is not sent or has no reply, and says
 * which values of cells were not sent when the list is left.
 */
export function UntakenEdits() {
  const { changes, edits } = useListActions();
  const t = useT();
  const giveBack = useGiveBack();
  const isUnsent = useSyncExternalStore(
    (listener) => {
      const stops = [changes.subscribe(listener), edits.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => edits.get().length > 0 || isWaiting(changes.get()),
  );
  useEffect(() => {
    if (!isUnsent) return;
    const listener = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener("beforeunload", listener);
    return () => {
      window.removeEventListener("beforeunload", listener);
    };
  }, [isUnsent]);
  const onLeave = useEvent(() => {
    giveBack(t("actions.cell.left"), null);
  });
  useEffect(() => onLeave, [onLeave]);
  return null;
}

/** Stands for actions that could not be loaded: no value of a cell can be sent. */
export function ActionsFailure(props: FailureProps) {
  const { edits } = useListActions();
  const { error } = props;
  const edited = useStoreValue(edits);
  const t = useT();
  const giveBack = useGiveBack();
  useEffect(() => {
    if (edited.length > 0) giveBack(errorText(error, t), error);
  }, [edited, error, giveBack, t]);
  return <PartFailure {...props} />;
}
