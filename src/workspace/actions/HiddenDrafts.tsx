import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { UnsavedQuestion } from "../UnsavedQuestion";
import { useListing } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import { useRowName } from "../listing/rowTitle";
import { useFieldLabel } from "../useLabels";
import { useUnsavedGuard } from "../useUnsavedGuard";
import styles from "./Actions.module.css";

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
      {hidden.map((draft) => {
        const text = t("actions.cell.hidden", {
          field: label(draft.field),
          row: rowName(draft.seen),
        });
        return (
          <section
            key={`${draft.rowId} ${draft.field}`}
            className={styles.bar}
            aria-label={text}
          >
            <Icon name="edit" />
            <span className={styles.count}>{text}</span>
            <Button
              onClick={() => {
                drafts.set(drafts.get().filter((other) => other !== draft));
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
