import { useIsOnline } from "../../providers/connection";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { UnsavedQuestion } from "../UnsavedQuestion";
import { type UnsentChange, useListActions } from "../listing/listActions";
import { useRowName } from "../listing/rowTitle";
import { useUnsavedGuard } from "../useUnsavedGuard";
import type { KnownAction } from "./useActionBodies";
import { useActionTexts } from "./useActionTexts";
import styles from "./Actions.module.css";

/**
 * The changes that were chosen without a connection. They are sent only when the person
 * says so, because a change may be too late by then.
 */
export function UnsentChanges({
  known,
  onSend,
}: {
  known: readonly KnownAction[];
  onSend: (change: UnsentChange, action: KnownAction) => void;
}) {
  const { unsent } = useListActions();
  const kept = useStoreValue(unsent);
  const isOnline = useIsOnline();
  const t = useT();
  const { name } = useActionTexts();
  const rowName = useRowName();
  const { question } = useUnsavedGuard(kept.length > 0);
  const drop = (change: UnsentChange) => {
    unsent.set(unsent.get().filter((other) => other !== change));
  };
  return (
    <>
      {kept.map((change) => {
        const { actionId, records, values } = change;
        const action = known.find((each) => each.action.id === actionId);
        const [first, ...others] = records;
        if (!action || !first) return null;
        const rows =
          others.length === 0
            ? rowName(first)
            : t("actions.unsent.rows", { smart_count: records.length });
        const text = t("actions.unsent.text", {
          action: name(action, values),
          rows,
        });
        return (
          <section
            key={`${actionId} ${first.id}`}
            className={styles.bar}
            aria-label={text}
          >
            <Icon name="offline" />
            <span className={styles.count}>{text}</span>
            <Button
              kind="primary"
              disabled={!isOnline}
              onClick={() => {
                drop(change);
                onSend(change, action);
              }}
            >
              {t("actions.unsent.send")}
            </Button>
            <Button
              onClick={() => {
                drop(change);
              }}
            >
              {t("actions.cell.discard")}
            </Button>
          </section>
        );
      })}
      {question && <UnsavedQuestion question={question} />}
    </>
  );
}
