import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Notice } from "../../ui/Notice";
import { useCopy } from "../../ui/useCopy";
import styles from "./SecurityPage.module.css";

type RecoveryCodesDialogProps = {
  codes: readonly string[];
  onClose: () => void;
};

/** Shows new recovery codes, which the server cannot show again. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: RecoveryCodesDialogProps) {
  const t = useT();
  const { copy, isCopied, hasFailed } = useCopy();
  const text = codes.join("\n");
  return (
    <Dialog
      title={t("security.codes.dialog")}
      actions={
        <>
          <Button onClick={() => void copy(text)}>
            {t(isCopied ? "security.copied" : "security.copy")}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t("security.codes.saved")}
          </Button>
        </>
      }
    >
      <div className={styles.steps}>
        <p>{t("security.codes.once")}</p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        {hasFailed && (
          <Notice tone="error" role="alert">
            {t("security.copyFailed")}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
