import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { useRetry } from "./ErrorNotice";
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
  const { label, retry } = useRetry(error, onRetry);
  return (
    <>
      {children}
      <IconButton
        icon="reload"
        label={`${label}. ${errorText(error, t)}`}
        ref={retryButton}
        // A disabled button would lose the focus.
        aria-disabled={isRetrying}
        onClick={isRetrying ? undefined : retry}
      />
    </>
  );
}
