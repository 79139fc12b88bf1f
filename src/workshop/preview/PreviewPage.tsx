import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  DataProviderContext,
  I18nContextProvider,
  memoryStore,
  StoreContextProvider,
  useI18nProvider,
  useLocaleState,
  type I18nProvider,
} from "ra-core";
import { useEffect, useMemo, useState } from "react";
import { useParams } from "react-router";
import { Toasts } from "../../layout/Toasts";
import { createDataProvider } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { refuseChanges } from "../../providers/readOnly";
import { WorkspaceProvider } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Spinner } from "../../ui/Spinner";
import ListingPage from "../../workspace/page/ListingPage";
import type { Document } from "../document/types";
import { useDraftedWorkspace, type Drafted } from "./useDraftedWorkspace";
import { listen, send, type Shown } from "./messages";
import styles from "./preview.module.css";

/**
 * The page in the workshop's frame: the drafted list without menu or header. It
 * refuses everything that changes data, with a message.
 */
export default function PreviewPage() {
  const t = useT();
  const { name = "" } = useParams();
  const { shown, isStale: hasErrors } = useMessages();
  const {
    drafted,
    isStale: isRefused,
    error,
  } = useDraftedWorkspace(name, shown);
  const isStale = hasErrors || isRefused;
  useEffect(refuseChanges, []);
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
      <Toasts />
    </main>
  );
}

/** The list of a draft. Its rows stay until the rows of the next draft have loaded. */
function DraftedList({ drafted, name }: { drafted: Drafted; name: string }) {
  const t = useT();
  const { workspace, shown } = drafted;
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: false,
            networkMode: "always",
            refetchOnReconnect: true,
          },
        },
      }),
  );
  const [store] = useState(() => memoryStore());
  const dataProvider = useMemo(
    () => createDataProvider(workspace),
    [workspace],
  );
  const texts = usePreviewTexts(name, shown.document);
  useEffect(
    () => void queryClient.invalidateQueries(),
    [queryClient, workspace],
  );
  const resource = workspace.resources.find((entry) => entry.name === name);
  if (!resource) return <p>{t("workshop.preview.hidden")}</p>;
  return (
    <div
      onClickCapture={(event) => {
        // Links lead out of the preview, so they are disabled.
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

/** Receives what to show from the workshop around this page. */
function useMessages(): { shown: Shown | null; isStale: boolean } {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    const stop = listen(
      () => parent,
      (message) => {
        if (message.kind === "seriba.preview.show") setShown(message);
        if (message.kind === "seriba.preview.stale") setStale(message.isStale);
      },
    );
    send(parent, { kind: "seriba.preview.ready" });
    return stop;
  }, []);
  return { shown, isStale };
}

/** Returns the texts of the page with the labels of the draft. */
function usePreviewTexts(name: string, document: Document): I18nProvider {
  const provider = useI18nProvider();
  const [locale] = useLocaleState();
  return useMemo(() => {
    const labels = document.labels[locale === "ru" ? "ru" : "en"];
    const prefix = `resources.${name}.`;
    return {
      ...provider,
      translate: (key: string, options: { _?: string } = {}) => {
        if (!key.startsWith(prefix)) return provider.translate(key, options);
        return labels[key.slice(prefix.length)] ?? options._ ?? key;
      },
    };
  }, [provider, locale, name, document]);
}
