import type { Row, RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Popup } from "../../ui/Popup";
import { useListing } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import type { UndoStep } from "../listing/rowChanges";
import { useRowTitle } from "../listing/rowTitle";
import { ActionPanel } from "./ActionPanel";
import type { ActionBodies, KnownAction } from "./useActionBodies";
import styles from "./Actions.module.css";

type RowMenuProps = {
  record: RowRecord;
  anchor: HTMLElement;
  bodies: ActionBodies;
  onStart: (known: KnownAction, values?: Row) => void;
  onUndo: (step: UndoStep) => void;
  onClose: () => void;
};

/** The actions of one row: beside its button on a desk, a sheet on a phone. */
export default function RowMenu(props: RowMenuProps) {
  const { record, anchor, bodies, onStart, onUndo, onClose } = props;
  const { isPhone } = useListing();
  const { changes } = useListActions();
  const { steps } = useStoreValue(changes);
  const t = useT();
  const title = useRowTitle()(record);
  const last = steps.findLast(({ rowId }) => rowId === record.id);
  return (
    <Popup
      label={t("actions.menu", { row: title })}
      title={title}
      anchor={() => anchor}
      isPhone={isPhone}
      className={styles.paper}
      onClose={onClose}
    >
      <div className={styles.menu}>
        <ActionPanel
          bodies={bodies}
          records={[record]}
          onStart={(action, values) => {
            onClose();
            onStart(action, values);
          }}
        />
        {last && (
          <Button
            kind="ghost"
            onClick={() => {
              onClose();
              onUndo(last);
            }}
          >
            <Icon name="undo" size={16} />
            {t("actions.undoLast")}
          </Button>
        )}
      </div>
    </Popup>
  );
}
