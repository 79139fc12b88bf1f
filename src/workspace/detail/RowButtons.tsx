import styles from "./detail.module.css";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { rowPathsOf } from "../../../domain/listing/addresses";
import type { Resource } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import type { RowInFull } from "../../providers/rowApi";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { LinkButton } from "../../ui/LinkButton";
import { copyPathOf } from "../copyPath";
import { useUnmetReason } from "../useUnmetReason";
import { RemoveDialog } from "./RemoveDialog";

type RowButtonsProps = {
  resource: Resource;
  id: string;
  found: RowInFull;
  title: string;
};

/** The buttons that remove, copy and edit a row, as far as the calls allow them. */
export function RowButtons(props: RowButtonsProps) {
  const t = useT();
  const { resource, id } = props;
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const { update } = rowPathsOf(resource);
  const copy = copyPathOf(resource, id);
  const reason = useUnmetReason(useWorkspace().row(resource.row));
  const reasons = useId();
  const { remove, update: change } = resource.calls;
  if (!update && !remove && copy === undefined) return null;
  const { detail } = props.found;
  const noRemoval = reason(remove?.conditions, detail);
  const noChange = reason(change?.conditions, detail);
  return (
    <div className={styles.actions}>
      {remove && (
        <Button
          kind="danger"
          disabled={noRemoval !== null}
          aria-describedby={
            noRemoval === null ? undefined : `${reasons}-remove`
          }
          onClick={() => {
            setRemoving(true);
          }}
        >
          {t("row.remove.button")}
        </Button>
      )}
      {copy !== undefined && (
        <LinkButton to={copy}>{t("form.copy")}</LinkButton>
      )}
      {update && noChange === null && (
        <LinkButton to={update.replace(":id", encodeURIComponent(id))}>
          {t("form.edit")}
        </LinkButton>
      )}
      {update && noChange !== null && (
        <Button disabled aria-describedby={`${reasons}-update`}>
          {t("form.edit")}
        </Button>
      )}
      {remove && noRemoval !== null && (
        <p id={`${reasons}-remove`} className={styles.reason}>
          {t("row.remove.button")}: {noRemoval}
        </p>
      )}
      {update && noChange !== null && (
        <p id={`${reasons}-update`} className={styles.reason}>
          {t("form.edit")}: {noChange}
        </p>
      )}
      {isRemoving && remove && (
        <RemoveDialog
          {...props}
          call={remove}
          onClose={() => {
            setRemoving(false);
          }}
          onRemoved={() => void navigate(resource.route)}
        />
      )}
    </div>
  );
}
