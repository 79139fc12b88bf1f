import { useT } from "../providers/i18n/useT";
import { isUnauthorized } from "../providers/CallError";
import { ErrorNotice } from "./ErrorNotice";
import styles from "./QueryFailure.module.css";

/** The result of a query, as far as its failure needs it. */
export type FailedQuery = {
  data: unknown;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

/**
 * The error of a query with a retry button; nothing without an error or for an expired
 * session. Content that an
 * earlier call has loaded stays below it, and may be out of date.
 */
export function QueryFailure({
  data,
  error,
  isFetching,
  refetch,
}: FailedQuery) {
  const t = useT();
  if (!error || isUnauthorized(error)) return null;
  const hasContent = data !== undefined;
  return (
    <div className={hasContent ? styles.besideContent : undefined}>
      <ErrorNotice
        lead={hasContent ? t("shell.error.outdated") : undefined}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    </div>
  );
}
