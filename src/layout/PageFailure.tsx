import { reloadPage } from "../providers/reloadPage";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { Empty } from "../ui/Empty";

/** Shown in place of a page that failed to render; offers a reload. */
export function PageFailure() {
  const t = useT();
  return (
    <div role="alert">
      <Empty
        icon="alert"
        title={t("shell.error.title")}
        text={t("shell.error.page")}
        action={
          <Button kind="primary" onClick={reloadPage}>
            {t("shell.reload")}
          </Button>
        }
      />
    </div>
  );
}
