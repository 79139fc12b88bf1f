import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  DataProviderContext,
  I18nContextProvider,
  memoryStore,
  StoreContextProvider,
} from "ra-core";
import { useEffect, useMemo, useState } from "react";
import { useParams } from "react-router";
import { createDataProvider } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { WorkspaceProvider } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Spinner } from "../../ui/Spinner";
import ListingPage from "../../workspace/page/ListingPage";
import { useDraftedWorkspace, type Drafted } from "./useDraftedWorkspace";
import { usePreviewTexts } from "./usePreviewTexts";
import { useShown } from "./useShown";
import styles from "./preview.module.css";

/** The page in the workshop's frame: a draft's list, and nothing around it. */
export default function PreviewPage() {
  const t = useT();
  const { name = "" } = useParams();
  const { shown, isStale: isMistaken } = useShown();
  const {
    drafted,
    isStale: isRefused,
    error,
  } = useDraftedWorkspace(name, shown);
  const isStale = isMistaken || isRefused;
  return (
    <main className={styles.page} aria-label={t("workshop.preview.title")}>
      <div role="status">
        {isStale && (
          <p className={styles.stale}>{t("workshop.preview.stale")}</p>
        )}
        {!drafted && !isRefused && error === undefined && (
          <p>
            <Spinner size={18} /> {t("workshop.preview.waiting")}
          </p>
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      {drafted && (
        <div className={classes(isStale && styles.grey)}>
          <DraftedList drafted={drafted} name={name} />
        </div>
      )}
    </main>
  );
}

/** Rows stay on screen while those of the next draft are on their way. */
function DraftedList({ drafted, name }: { drafted: Drafted; name: string }) {
  const t = useT();
  const { workspace, shown } = drafted;
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
  const [store] = useState(() => memoryStore());
  const dataProvider = useMemo(
    () => createDataProvider(workspace),
    [workspace],
  );
  const texts = usePreviewTexts(name, shown.document);
  useEffect(() => {
    void queryClient.invalidateQueries();
  }, [queryClient, workspace]);
  const resource = workspace.resources.find((one) => one.name === name);
  if (!resource) return <p>{t("workshop.preview.hidden")}</p>;
  return (
    <div
      onClickCapture={(event) => {
        // A row leads out of the list; here there is only the list.
        if ((event.target as Element).closest("a[href]")) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      <QueryClientProvider client={queryClient}>
        <DataProviderContext value={dataProvider}>
          <StoreContextProvider value={store}>
            <I18nContextProvider value={texts}>
              <WorkspaceProvider value={workspace}>
                <ListingPage resource={resource} />
              </WorkspaceProvider>
            </I18nContextProvider>
          </StoreContextProvider>
        </DataProviderContext>
      </QueryClientProvider>
    </div>
  );
}
