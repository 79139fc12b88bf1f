import { reloadPage } from "../providers/reloadPage";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { Empty } from "../ui/Empty";

/** Shown in place of a page that failed to render; tries again, or reloads the page. */
export function PageFailure({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <div role="alert">
      <Empty
        icon="alert"
        title={t("shell.error.title")}
        text={t("shell.error.page")}
        action={
          <>
            <Button kind="primary" onClick={onRetry}>
              {t("shell.retry")}
            </Button>
            <Button onClick={reloadPage}>{t("shell.reload")}</Button>
          </>
        }
      />
    </div>
  );
}
