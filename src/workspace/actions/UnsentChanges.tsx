import type { ReactNode } from "react";
import { useIsOnline } from "../../providers/connection";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { IconName } from "../../ui/iconPaths";
import { useListing } from "../listing/ListingContext";
import { useListActions, type UnsentChange } from "../listing/listActions";
import { useRowName } from "../listing/rowTitle";
import { useFieldLabel } from "../useLabels";
import { UnsavedQuestion, useUnsavedGuard } from "../useUnsavedGuard";
import { useActionTexts } from "./actionTexts";
import type { KnownAction } from "./knownActions";
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
        const drop = () => {
          unsent.set(unsent.get().filter((other) => other !== change));
        };
        return (
          <UnsentBar
            key={`${actionId} ${first.id}`}
            icon="offline"
            text={t("actions.unsent.text", {
              action: name(
                action,
                values,
                others.length === 0 ? first.row : undefined,
              ),
              rows,
            })}
            onDiscard={drop}
          >
            <Button
              kind="primary"
              disabled={!isOnline}
              onClick={() => {
                drop();
                onSend(change, action);
              }}
            >
              {t("actions.unsent.send")}
            </Button>
          </UnsentBar>
        );
      })}
      {question && <UnsavedQuestion question={question} />}
    </>
  );
}

/** The values that are typed in cells which the list does not show now. */
export function HiddenDrafts() {
  const { row } = useListing();
  const { drafts } = useListActions();
  const hidden = useStoreValue(drafts).filter(({ isHidden }) => isHidden);
  const t = useT();
  const label = useFieldLabel(row);
  const rowName = useRowName();
  const { question } = useUnsavedGuard(hidden.length > 0);
  return (
    <>
      {hidden.map((draft) => (
        <UnsentBar
          key={`${draft.rowId} ${draft.field}`}
          icon="edit"
          text={t("actions.cell.hidden", {
            field: label(draft.field),
            row: rowName(draft.seen),
          })}
          onDiscard={() => {
            drafts.set(drafts.get().filter((other) => other !== draft));
          }}
        />
      ))}
      {question && <UnsavedQuestion question={question} />}
    </>
  );
}

/** A bar about a change that is not sent, with a button that gives it up. */
function UnsentBar({
  icon,
  text,
  children,
  onDiscard,
}: {
  icon: IconName;
  text: string;
  children?: ReactNode;
  onDiscard: () => void;
}) {
  const t = useT();
  return (
    <section className={styles.bar} aria-label={text}>
      <Icon name={icon} />
      <span className={styles.count}>{text}</span>
      {children}
      <Button onClick={onDiscard}>{t("actions.cell.discard")}</Button>
    </section>
  );
}

/** Adds a change. It replaces former changes of the same rows by the same action. */
export function withUnsent(
  kept: readonly UnsentChange[],
  change: UnsentChange,
): readonly UnsentChange[] {
  const ids = new Set(change.records.map(({ id }) => id));
  const others = kept.map((other) =>
    other.actionId === change.actionId
      ? { ...other, records: other.records.filter(({ id }) => !ids.has(id)) }
      : other,
  );
  return [...others.filter(({ records }) => records.length > 0), change];
}
