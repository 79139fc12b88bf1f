import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { Button } from "./Button";
import { Notice } from "./Notice";

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
    <Notice tone="error" role="alert">
      <p>{errorText(error, t)}</p>
      {onRetry && (
        <Button onClick={onRetry} isPending={isRetrying}>
          {t("shell.retry")}
        </Button>
      )}
    </Notice>
  );
}
