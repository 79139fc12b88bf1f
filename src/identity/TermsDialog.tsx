import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import styles from "./accountPages.module.css";

const clauses = ["account", "bids", "deposit", "cars", "data"] as const;

/** The terms of use. */
export function TermsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t("auth.terms.title")}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t("auth.terms.close")}
        </Button>
      }
    >
      <ol className={styles.clauses}>
        {clauses.map((clause) => (
          <li key={clause}>{t(`auth.terms.${clause}`)}</li>
        ))}
      </ol>
    </Dialog>
  );
}
