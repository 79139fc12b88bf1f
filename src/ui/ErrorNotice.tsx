import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { Button } from "./Button";
import { Icon } from "./Icon";
import styles from "./ErrorNotice.module.css";

type ErrorNoticeProps = {
  error: unknown;
  /** Adds a button that tries again. */
  onRetry?: () => void;
  isRetrying?: boolean;
};

/** An error message with an optional retry button. */
export function ErrorNotice({ error, onRetry, isRetrying }: ErrorNoticeProps) {
  const t = useT();
  return (
    <div role="alert" className={styles.notice}>
      <Icon name="alert" />
      <p className={styles.text}>{errorText(error, t)}</p>
      {onRetry && (
        <Button onClick={onRetry} isPending={isRetrying}>
          {t("shell.retry")}
        </Button>
      )}
    </div>
  );
}
