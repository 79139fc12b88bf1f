import { useState } from "react";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { WindowBlocked } from "./sso";
import styles from "../security/security.module.css";

type SsoButtonProps = {
  label: string;
  /** Leads to the provider. */
  onPress: () => Promise<void>;
};

/** Leads to the provider of single sign-on, or says why it cannot. */
export function SsoButton({ label, onPress }: SsoButtonProps) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setPending(true);
    setProblem(null);
    try {
      await onPress();
    } catch (error) {
      setProblem(
        error instanceof WindowBlocked
          ? t("auth.sso.blocked")
          : errorText(error, t),
      );
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles.stack}>
      <div role="alert" className={styles.alert}>
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
      <Button
        isWide
        className={styles.tall}
        isPending={isPending}
        onClick={() => void press()}
      >
        {label}
      </Button>
    </div>
  );
}
