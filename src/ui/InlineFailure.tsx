import { errorText } from "../providers/errorText";
import { useT } from "../providers/i18n/useT";
import { isHanging } from "../providers/loadModule";
import { reloadPage } from "../providers/reloadPage";
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
  const hangs = isHanging(error);
  return (
    <>
      {children}
      <IconButton
        icon="reload"
        label={`${t(`shell.${hangs ? "reload" : "retry"}`)}. ${errorText(error, t)}`}
        ref={retryButton}
        // A disabled button would lose the focus.
        aria-disabled={isRetrying}
        onClick={isRetrying ? undefined : hangs ? reloadPage : onRetry}
      />
    </>
  );
}
