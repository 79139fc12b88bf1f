import { useState } from "react";
import { debounce } from "../../../domain/limits";
import { fieldType } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { useFieldText } from "../fieldText";
import { useListing } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import { useRowTitle } from "../listing/rowTitle";
import { CellEditor, type CellControlProps } from "./CellEditor";
import { WaitingMark } from "./WaitingMark";
import styles from "./ActionCell.module.css";

/**
 * A cell whose value an action changes in place: a switch for true and false, a
 * menu for choices, an input for numbers and texts.
 */
export default function ActionCell(props: CellControlProps) {
  const { field } = props;
  if (fieldType(field) === "boolean") return <SwitchCell {...props} />;
  return field.enum ? <ChoiceCell {...props} /> : <CellEditor {...props} />;
}

/** The value as a button that opens the choices of the action. */
function ChoiceCell(props: CellControlProps) {
  const { column, record, action, tabIndex, children } = props;
  const { labels } = useListing();
  const { request } = useListActions();
  const write = useFieldText();
  const t = useT();
  const row = useRowTitle()(record);
  const [name = ""] = column.fields;
  return (
    <button
      type="button"
      className={styles.choice}
      data-cell-control
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      aria-label={t("actions.cell.change", {
        field: labels.column(column),
        value: write(name, record.row[name]),
        row,
      })}
      onClick={({ currentTarget: anchor }) => {
        request.set({ kind: "menu", record, anchor, actionIds: [action.id] });
      }}
    >
      <span className={styles.lines}>{children}</span>
      <Icon name="chevronDown" size={14} />
      <WaitingMark {...props} />
    </button>
  );
}

/**
 * A switch that turns at once. Its value is sent after a short wait, so that
 * turning it back sends nothing.
 */
function SwitchCell(props: CellControlProps) {
  const { column, record, action, tabIndex } = props;
  const { labels } = useListing();
  const { edits } = useListActions();
  const t = useT();
  const row = useRowTitle()(record);
  const [name = ""] = column.fields;
  const stored = record.row[name] === true;
  const [turned, setTurned] = useState<boolean | null>(null);
  // From here on the row itself shows the value.
  if (turned === stored) setTurned(null);
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        data-cell-control
        tabIndex={tabIndex}
        checked={turned ?? stored}
        aria-label={t("actions.cell.switch", {
          field: labels.column(column),
          row,
        })}
        onChange={({ target: { checked: value } }) => {
          setTurned(value);
          const onRefused = () => {
            setTurned(null);
            return false;
          };
          const edit = { actionId: action.id, record, value, onRefused };
          edits.set([...edits.get(), { ...edit, delay: debounce.toggle }]);
        }}
      />
      <span className={styles.track} />
      <WaitingMark {...props} />
    </label>
  );
}
