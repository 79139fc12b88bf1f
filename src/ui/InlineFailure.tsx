import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { IconButton } from "./IconButton";
import type { FailureProps } from "./PartBoundary";

/** The failure of a part around other content, which stays readable. */
export function InlineFailure({
  error,
  onRetry,
  isRetrying,
  retryButton,
  children,
}: FailureProps) {
  const t = useT();
  return (
    <>
      {children}
      <IconButton
        icon="reload"
        label={`${t("shell.retry")}. ${errorText(error, t)}`}
        ref={retryButton}
        // A disabled button would lose the focus.
        aria-disabled={isRetrying}
        onClick={isRetrying ? undefined : onRetry}
      />
    </>
  );
}
