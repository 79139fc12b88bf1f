import type { Ref } from "react";
import { isUnauthorized } from "../providers/CallError";
import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { isHanging } from "../providers/loadModule";
import { reloadPage } from "../providers/reloadPage";
import { Button } from "./Button";
import { Notice } from "./Notice";

type ErrorNoticeProps = {
  error: unknown;
  /** A sentence before the message. */
  lead?: string;
  /** Adds a button that tries again, or reloads the page if the code of a part hangs. */
  onRetry?: () => void;
  isRetrying?: boolean;
  retryButton?: Ref<HTMLButtonElement>;
};

/**
 * An error message with an optional retry button. It is silent about an expired session,
 * for which there is a dialog, so that no message is left after the next login.
 */
export function ErrorNotice({
  error,
  lead,
  onRetry,
  isRetrying,
  retryButton,
}: ErrorNoticeProps) {
  const t = useT();
  const { label, retry } = useRetry(error, onRetry);
  if (isUnauthorized(error)) return null;
  return (
    <Notice tone="error" role="alert">
      <p>
        {lead} {errorText(error, t)}
      </p>
      {onRetry && (
        <Button ref={retryButton} onClick={retry} isPending={isRetrying}>
          {label}
        </Button>
      )}
    </Notice>
  );
}

/** Returns what a person can do about an error: try again, or reload the page. */
export function useRetry(error: unknown, onRetry?: () => void) {
  const t = useT();
  return isHanging(error)
    ? { label: t("shell.reload"), retry: reloadPage }
    : { label: t("shell.retry"), retry: onRetry };
}
