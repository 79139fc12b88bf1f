import type { Action } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { LazyPopup } from "../LazyPopup";
import { useListing } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import type { UndoStep } from "../listing/rowChanges";
import { useRowTitle } from "../listing/rowTitle";
import { useMeets } from "../listing/useMeets";
import { useActionTexts } from "./actionTexts";
import {
  bodiesOf,
  type ActionBodies,
  type Choice,
  type KnownAction,
} from "./knownActions";
import segments from "../../ui/Segments.module.css";
import styles from "./Actions.module.css";

export type ActionPanelProps = {
  bodies: ActionBodies;
  records: readonly RowRecord[];
  onStart: (known: KnownAction, values?: Row) => void;
};

/**
 * The actions for some rows: a group of buttons for an action that asks for one
 * choice, else one button. Actions that are possible for none of the rows are
 * left out.
 */
export function ActionPanel({ bodies, records, onStart }: ActionPanelProps) {
  const t = useT();
  const meets = useMeets();
  const isForRows = ({ enabled }: Action) =>
    records.some(({ row }) => meets(enabled, row));
  const { known, loading, failed, error, retry } = bodiesOf(bodies, isForRows);
  const isEmpty = known.length + loading.length + failed.length === 0;
  return (
    <>
      {known.map((each) => (
        <ActionControl
          key={each.action.id}
          known={each}
          records={records}
          onStart={(values) => {
            onStart(each, values);
          }}
        />
      ))}
      {failed.length > 0 && <ErrorNotice error={error} onRetry={retry} />}
      {(isEmpty || loading.length > 0) && (
        <p className={styles.empty} role="status">
          {isEmpty
            ? t("actions.empty", { smart_count: records.length })
            : t("list.loading")}
        </p>
      )}
    </>
  );
}

/** Returns the row whose words fit all records: the only one. */
const ofAll = ([first, ...others]: readonly RowRecord[]): Row | undefined =>
  others.length === 0 ? first?.row : undefined;

function ActionControl({
  known,
  records,
  onStart,
}: {
  known: KnownAction;
  records: readonly RowRecord[];
  onStart: (values?: Row) => void;
}) {
  const { label, choiceText } = useActionTexts();
  const { action, asked, choice } = known;
  const { shortcut = [] } = action;
  const name = label(action, ofAll(records));
  if (!choice)
    return (
      <Button
        aria-keyshortcuts={shortcut[0]}
        title={withKey(name, shortcut[0])}
        onClick={() => {
          onStart(asked.length === 0 ? {} : undefined);
        }}
      >
        {name}
      </Button>
    );
  return (
    <div className={styles.group} role="group" aria-label={name}>
      <span className={styles.label} aria-hidden="true">
        {name}
      </span>
      <div className={segments.segments}>
        {choice.values.map((value, index) => {
          const text = choiceText(known, value, ofAll(records));
          return (
            <button
              key={String(value)}
              type="button"
              className={segments.segment}
              aria-pressed={isPresent(known, records, value)}
              aria-keyshortcuts={shortcut[index]}
              title={withKey(text, shortcut[index])}
              onClick={() => {
                onStart({ [choice.name]: value });
              }}
            >
              {text}
            </button>
          );
        })}
      </div>
    </div>
  );
}

const withKey = (text: string, key: string | undefined) =>
  key === undefined ? text : `${text} (${key.toUpperCase()})`;

/** Whether all rows show the choice already. */
function isPresent(
  { action, choice }: KnownAction,
  records: readonly RowRecord[],
  value: Choice,
): boolean {
  const [field] =
    Object.entries(action.patch ?? {}).find(
      ([, property]) => property === choice?.name,
    ) ?? [];
  return (
    field !== undefined && records.every(({ row }) => row[field] === value)
  );
}

type RowMenuProps = {
  record: RowRecord;
  anchor: HTMLElement;
  bodies: ActionBodies;
  onStart: (known: KnownAction, values?: Row) => void;
  onUndo: (step: UndoStep) => void;
  onClose: () => void;
};

/** The actions of one row: beside its button on a desk, a sheet on a phone. */
export function RowMenu(props: RowMenuProps) {
  const { record, anchor, bodies, onStart, onUndo, onClose } = props;
  const { isPhone } = useListing();
  const { changes } = useListActions();
  const { steps } = useStoreValue(changes);
  const t = useT();
  const title = useRowTitle()(record);
  const last = steps.findLast(({ rowId }) => rowId === record.id);
  return (
    <LazyPopup
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
    </LazyPopup>
  );
}
